import * as z from 'zod/mini';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import { parseInput } from '../core/schema.js';
import { secureUrl } from '../core/secure-url.js';
import type { RequestAlgorithm } from '../requests/algorithms.js';
import type { PostEncoding, PreEncoding } from '../requests/encodings.js';
import { ALGORITHM_NAMES, POST_ENCODING_NAMES } from '../requests/scheme-names.js';
import { orElse } from './fields.js';
import { ACCOUNT_TYPES, type AccountType } from './values.js';

/** How requests are signed, by the provider's choice. */
export interface AuthenticationPreference {
  /** For every request and API key: a request does not say how it is signed. */
  readonly algorithm: RequestAlgorithm;
  /** Network link v1 has no `url-encoded`. */
  readonly preEncoding: Exclude<PreEncoding, 'url-encoded'>;
  /** The text form of the signature. Most signatures can't be sent as `plain`. */
  readonly postEncoding: PostEncoding;
}

/** A provider's data for the platform at onboarding, out of band. */
export interface NetlinkRegistrationSettings {
  /** The provider's name, for people. Not empty; blanks at its ends are removed. */
  readonly displayName: string;
  /** An SVG of 32 by 32, as text. */
  readonly icon: string;
  /** How customers make an API key: a public link, or the text itself. */
  readonly apiKeyGuide: string;
  /** In front of `/v1`. */
  readonly baseUrl: string;
  /** The protocol's major version. Default 1, the only one. */
  readonly version?: 1 | undefined;
  /** The account type that receives deposits and from which withdrawals are made. */
  readonly mainAccountFundableType: AccountType;
  /** The same for sub-accounts. Default: the main account's. */
  readonly subAccountFundableType?: AccountType | undefined;
  /** Whether this is a sandbox, which only has assets of class `BASE`. Default `false`. */
  readonly sandbox?: boolean | undefined;
  /** If `false`, the server kit refuses withdrawals and estimates of their fee (400008). */
  readonly supportsWithdrawals: boolean;
  /** If `false`, the server kit refuses to show and to create deposit addresses (400008). */
  readonly supportsDeposits: boolean;
  /** If `false`, the server kit refuses sub transfers and their history (400008). */
  readonly supportsSubAccounts: boolean;
  /** Whether one sub-account may transfer to another. Default `false`. */
  readonly supportsSubAccountTransfers?: boolean | undefined;
  /** Whether the provider creates deposit addresses by hand. Default `false`. */
  readonly manualDepositAddress?: boolean | undefined;
  /** How the platform hides address and tag of a withdrawal. Default `NONE`. */
  readonly masking?: 'NONE' | 'SHA512' | 'SHA3_256' | 'SHA256' | undefined;
  /** How the platform signs; the server's `RequestVerifier` needs the same. */
  readonly authentication: AuthenticationPreference;
}

/** The same with all defaults filled in. */
export type NetlinkRegistration = {
  readonly [Setting in keyof NetlinkRegistrationSettings]-?: Exclude<
    NetlinkRegistrationSettings[Setting],
    undefined
  >;
};

const name = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const no = orElse(z.boolean(), false);

const settings = z.strictObject({
  displayName: name,
  icon: z.string().check(z.refine(isIcon, 'must be an SVG of 32 by 32, without scripts')),
  apiKeyGuide: name,
  baseUrl: z.string(),
  version: orElse(z.literal(1), 1),
  mainAccountFundableType: z.enum(ACCOUNT_TYPES),
  subAccountFundableType: z.optional(z.enum(ACCOUNT_TYPES)),
  sandbox: no,
  supportsWithdrawals: z.boolean(),
  supportsDeposits: z.boolean(),
  supportsSubAccounts: z.boolean(),
  supportsSubAccountTransfers: no,
  manualDepositAddress: no,
  masking: orElse(z.enum(['NONE', 'SHA512', 'SHA3_256', 'SHA256']), 'NONE'),
  authentication: z.strictObject({
    algorithm: z.enum(ALGORITHM_NAMES),
    preEncoding: z.enum(POST_ENCODING_NAMES),
    postEncoding: z.enum(POST_ENCODING_NAMES),
  }),
});

/**
 * Checks a provider's registration, and fills in its defaults.
 *
 * @throws ConfigurationError naming the setting.
 *
 * @example
 * ```ts
 * import { netlinkRegistration } from 'custody-gateways/netlink';
 *
 * const registration = netlinkRegistration({
 *   displayName: 'Example Exchange',
 *   icon: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
 *   apiKeyGuide: 'https://exchange.example/help/api-keys',
 *   baseUrl: 'https://exchange.example/netlink',
 *   mainAccountFundableType: 'SPOT',
 *   supportsWithdrawals: true,
 *   supportsDeposits: true,
 *   supportsSubAccounts: false,
 *   authentication: { algorithm: 'hmac-sha512', preEncoding: 'plain', postEncoding: 'base64' },
 * });
 * registration.subAccountFundableType; // 'SPOT'
 * ```
 */
export function netlinkRegistration(given: NetlinkRegistrationSettings): NetlinkRegistration {
  const registration = checked(given);
  secureUrl(registration.baseUrl, 'registration.baseUrl');
  if (registration.supportsSubAccountTransfers && !registration.supportsSubAccounts) {
    throw new ConfigurationError(
      'registration.supportsSubAccountTransfers',
      'must be false without supportsSubAccounts',
    );
  }
  const { mainAccountFundableType, subAccountFundableType } = registration;
  return {
    ...registration,
    subAccountFundableType: subAccountFundableType ?? mainAccountFundableType,
  };
}

function checked(given: NetlinkRegistrationSettings): z.output<typeof settings> {
  try {
    return parseInput(settings, given, '');
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const field = error.field === '' ? '' : `.${error.field}`;
    throw new ConfigurationError(`registration${field}`, error.reason);
  }
}

/** Scripts, handlers of events, and links to anything but a part of the icon or an image in it. */
const ACTIVE = /<script\b|[\s/"']on\w+\s*=|javascript\s*:|href\s*=\s*(?!["'](?:#|data:image\/))/i;

/** By its `width` and `height`, or by its `viewBox` if it has none. */
function isIcon(text: string): boolean {
  const [tag] = /<svg\b[^>]*>/i.exec(text) ?? [];
  if (tag === undefined || ACTIVE.test(text)) return false;
  const width = /\swidth\s*=\s*["']([^"']*)/i.exec(tag)?.[1];
  const height = /\sheight\s*=\s*["']([^"']*)/i.exec(tag)?.[1];
  if (width === undefined && height === undefined) {
    return /\sviewBox\s*=\s*["']\s*0[\s,]+0[\s,]+32[\s,]+32\s*["']/i.test(tag);
  }
  return [width, height].every((length) => /^32(?:px)?$/.test(length ?? ''));
}
