import { isObject } from '../../core/json.js';
import type { HttpHandler } from '../../handlers.js';
import { type Answer, ask } from '../operate/answer.js';
import { type ChainCommands, routeNamed } from '../operate/chains.js';
import { askedBy } from '../operate/request.js';
import type { ChainFacts } from './chains.js';
import { type Check, failed, ok, unknown } from './check.js';
import { TROUBLESHOOTING, WORKSPACE } from './guides.js';

/** A vault account, asked as its operations ask it. */
export interface ExaminedVault {
  readonly commands: ChainCommands;
  readonly handler: HttpHandler;
  readonly vault: string;
  /** The address that the user has pinned. */
  readonly pinned: string | undefined;
}

const ACCOUNT = 'vault account';
const PINNED = 'pinned address';
const FUNDS = 'funds';

/** What is known of the vault account's address. */
export interface Addressed {
  /** `undefined` where it could not be read. */
  readonly address: string | undefined;
  readonly checks: readonly Check[];
}

/** Whether the vault account has an address that can be read, and it is the pinned one. */
export async function checkAddress(
  { vault, pinned, ...asked }: ExaminedVault,
  { isSameAddress }: ChainFacts,
): Promise<Addressed> {
  const answer = await read(asked, vault, 'address');
  const address = answer.status === 200 && isObject(answer.body) ? answer.body.address : undefined;
  if (typeof address !== 'string') return { address: undefined, checks: [withoutAddress(answer)] };
  const account = ok(ACCOUNT, `its address is ${address}`);
  return { address, checks: [account, comparison(address, pinned, isSameAddress)] };
}

function comparison(
  address: string,
  pinned: string | undefined,
  isSameAddress: ChainFacts['isSameAddress'],
): Check {
  if (pinned === undefined) {
    const next =
      'give the address that Fireblocks’ console shows as --address, and pin it in the code';
    return unknown(PINNED, 'none was given', next);
  }
  if (isSameAddress(pinned, address)) return ok(PINNED, 'it agrees');
  const next =
    'compare both with the address in Fireblocks’ console; send nothing to either before they agree';
  return failed(PINNED, `${pinned} is not the vault account’s address`, next);
}

function withoutAddress(answer: Answer): Check {
  const { code, text } = reasonOf(answer);
  switch (code) {
    case 'CUSTODY_PERMISSION':
      return unknown(
        ACCOUNT,
        'this API user’s role may not read public keys',
        `pin them, which needs no role: ${WORKSPACE}, “Public keys without an administrator”`,
      );
    case 'CUSTODY_NOT_FOUND':
      return failed(
        ACCOUNT,
        text,
        'give its id as the console shows it (--vault), and see that it has the asset’s wallet',
      );
    case 'UNREACHABLE':
      return unknown(ACCOUNT, text, 'see the checks above first');
    default:
      return failed(ACCOUNT, text, `look ${code} up in ${TROUBLESHOOTING}`);
  }
}

/** Whether the account can pay for a transaction. */
export async function checkFunds(
  { vault, ...asked }: ExaminedVault,
  { balance, fundsIn }: ChainFacts,
): Promise<Check> {
  const answer = await read(asked, vault, balance);
  const next = 'send it some of the native coin: it pays the fees';
  if (answer.status !== 200) {
    const { code, text } = reasonOf(answer);
    return code === 'ACCOUNT_NOT_FUNDED'
      ? failed(FUNDS, text, next)
      : unknown(FUNDS, text, 'get the checks above to succeed, then run this again');
  }
  const funds = fundsIn(answer.body);
  return funds === undefined ? failed(FUNDS, 'it holds nothing', next) : ok(FUNDS, funds);
}

function read(
  { commands, handler }: Pick<ExaminedVault, 'commands' | 'handler'>,
  vault: string,
  operation: string,
): Promise<Answer> {
  const route = routeNamed(commands, operation);
  if (!route) throw new Error(`there is no operation ${operation}`);
  const parsed = { positionals: [vault], text: () => undefined, texts: () => [], has: () => false };
  return ask({ handler }, askedBy(route, [], parsed), undefined, undefined);
}

function reasonOf({ body }: Answer): { readonly code: string; readonly text: string } {
  const { code, message }: Record<string, unknown> = isObject(body) ? body : {};
  return { code: String(code), text: String(message) };
}
