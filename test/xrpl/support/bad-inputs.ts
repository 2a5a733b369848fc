import {
  ADDRESS,
  AMOUNT,
  ascii,
  BOOLEAN,
  CREDENTIAL_IDS,
  CURRENCY,
  DESTINATION,
  FLAGS,
  HOSTILE,
  hex,
  type Kind,
  LIMIT,
  MEMOS,
  PATHS,
  POSITIVE_UINT32,
  TOKEN,
  text,
  UINT32,
  VALUE,
  XRP,
  zeroOr,
} from './wrong-values.js';

const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const usd = { currency: 'USD', issuer: ISSUER, value: '1.5' };
const memos = [{ Memo: { MemoData: 'AB' } }];
const hash = 'AB'.repeat(32);
const MPT = `00000001${'AB'.repeat(20)}`;

type Fields = Readonly<Record<string, Kind>>;

/** One operation's row of the table. */
interface Row {
  /** Every field there is, with a value that is right. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Fields, by their paths, without which nothing works. */
  readonly required: Fields;
  readonly optional: Fields;
  /** What errors call the whole, and what stands before a field's name in them. */
  readonly name?: string;
  readonly prefix?: string;
}

/** A token amount, and everything in it. */
function token(path: string, value: Kind = VALUE): Fields {
  return {
    [path]: TOKEN,
    [`${path}.currency`]: CURRENCY,
    [`${path}.issuer`]: ADDRESS,
    [`${path}.value`]: value,
  };
}

/** An amount that is a token here, but may be drops. */
const amount = (path: string): Fields => ({ ...token(path), [path]: AMOUNT });

/** Flags, and each of them. */
function flags(path: string, ...names: readonly string[]): Fields {
  const each = Object.fromEntries(names.map((name) => [`${path}.${name}`, BOOLEAN]));
  return { [path]: FLAGS, ...each };
}

const payment = {
  valid: {
    destinationTag: 7,
    sendMax: usd,
    deliverMin: usd,
    flags: { tfNoRippleDirect: true, tfPartialPayment: true, tfLimitQuality: true },
    paths: [[{ account: ISSUER }, { currency: 'EUR', issuer: ISSUER }]],
    invoiceId: hash,
    credentialIds: [hash],
    memos,
  },
  optional: {
    destinationTag: UINT32,
    ...amount('deliverMin'),
    ...flags('flags', 'tfNoRippleDirect', 'tfPartialPayment', 'tfLimitQuality'),
    paths: PATHS,
    'paths.0.0.account': ADDRESS,
    'paths.0.1.currency': { ...CURRENCY, wrong: CURRENCY.wrong.filter(([, it]) => it !== 'XRP') },
    'paths.0.1.issuer': ADDRESS,
    invoiceId: hex(32),
    credentialIds: CREDENTIAL_IDS,
    memos: MEMOS,
  },
};

const credentialType = { credentialType: hex(1, 64) };
const numberedFlags: Kind = {
  wrong: [
    ['1', 1],
    ['an object', {}],
    ['text', '0'],
    ['true', true],
  ],
};

/** To JSON that is plain text. */
const isBoxed = (value: unknown) => value instanceof String;

/** What each operation takes, field by field. */
export const BAD_INPUTS = {
  offerCreate: {
    valid: {
      sellAmount: { ...usd, currency: 'EUR' },
      buyAmount: usd,
      flags: { tfPassiveOffer: true, tfSellOffer: true, tfHybridOffer: true },
      domainId: hash,
      expiration: 800_000_000,
      offerSequence: 5,
      memos,
    },
    required: { ...amount('sellAmount'), ...amount('buyAmount') },
    optional: {
      ...flags('flags', 'tfPassiveOffer', 'tfSellOffer', 'tfHybridOffer'),
      'flags.tfImmediateOrCancelOffer': BOOLEAN,
      'flags.tfFillOrKillOffer': BOOLEAN,
      domainId: hex(32),
      expiration: POSITIVE_UINT32,
      offerSequence: POSITIVE_UINT32,
      memos: MEMOS,
    },
  },
  offerCancel: {
    valid: { offerSequence: 5, memos },
    required: { offerSequence: POSITIVE_UINT32 },
    optional: { memos: MEMOS },
  },
  crossCurrencyPayment: {
    valid: { ...payment.valid, destination: HOLDER, amount: usd },
    required: { destination: DESTINATION, ...amount('amount'), ...amount('sendMax') },
    optional: payment.optional,
  },
  tokenTransfer: {
    valid: { ...payment.valid, destination: HOLDER, amount: usd },
    required: { destination: DESTINATION, ...token('amount') },
    optional: { ...payment.optional, ...amount('sendMax') },
  },
  burnToken: {
    valid: { ...payment.valid, amount: usd },
    required: token('amount'),
    optional: { ...payment.optional, ...amount('sendMax') },
  },
  accountSet: {
    valid: {
      configs: {
        setFlag: { asfAuthorizedNFTokenMinter: true },
        clearFlag: { asfDefaultRipple: true },
        tfFlags: { tfRequireDestTag: true },
        domain: 'example.com',
        transferRate: 1_005_000_000,
        tickSize: 5,
        emailHash: 'AB'.repeat(16),
        messageKey: `02${hash}`,
        nfTokenMinter: HOLDER,
        walletLocator: hash,
        allowDisableMaster: false,
      },
      memos,
    },
    required: {
      configs: {
        wrong: [
          ['nothing', {}],
          ['text', 'tickSize'],
          ['true', true],
        ],
      },
    },
    optional: {
      ...flags('configs.setFlag', 'asfAuthorizedNFTokenMinter', 'asfRequireAuth'),
      ...flags('configs.clearFlag', 'asfDefaultRipple', 'asfGlobalFreeze'),
      ...flags('configs.tfFlags', 'tfRequireDestTag', 'tfOptionalDestTag', 'tfRequireAuth'),
      'configs.domain': ascii(256),
      'configs.transferRate': zeroOr(1_000_000_000, 2_000_000_000),
      'configs.tickSize': zeroOr(3, 15),
      'configs.emailHash': { ...hex(16), takes: (value) => value === '' },
      'configs.messageKey': { ...hex(33), takes: (value) => value === '' },
      'configs.nfTokenMinter': ADDRESS,
      'configs.walletLocator': hex(32),
      'configs.allowDisableMaster': BOOLEAN,
      memos: MEMOS,
    },
  },
  clawback: {
    valid: { holder: HOLDER, currency: 'USD', value: '1.5', memos },
    required: { holder: ADDRESS, currency: CURRENCY, value: VALUE },
    optional: { memos: MEMOS },
  },
  freezeToken: {
    valid: { holder: HOLDER, currency: 'USD', freeze: true, memos },
    required: { holder: ADDRESS, currency: CURRENCY, freeze: BOOLEAN },
    optional: { memos: MEMOS },
  },
  trustSet: {
    valid: {
      limitAmount: usd,
      flags: { tfSetfAuth: true, tfSetNoRipple: true, tfSetFreeze: true },
      qualityIn: 1_000_000_000,
      qualityOut: 1_000_000_000,
      memos,
    },
    required: token('limitAmount', LIMIT),
    optional: {
      ...flags('flags', 'tfSetfAuth', 'tfSetNoRipple', 'tfSetFreeze', 'tfClearFreeze'),
      qualityIn: UINT32,
      qualityOut: UINT32,
      memos: MEMOS,
    },
  },
  mptokenAuthorize: {
    valid: { mptIssuanceId: MPT, flags: { tfMPTUnauthorize: true }, memos },
    required: { mptIssuanceId: hex(24) },
    optional: { holder: ADDRESS, ...flags('flags', 'tfMPTUnauthorize'), memos: MEMOS },
  },
  xrpTransfer: {
    valid: {
      destination: HOLDER,
      destinationTag: 7,
      amount: '1.5',
      credentialIds: [hash],
      note: 'rent',
    },
    required: { destination: DESTINATION, amount: XRP },
    optional: { destinationTag: UINT32, credentialIds: CREDENTIAL_IDS, note: text(256) },
  },
  credentialCreate: {
    valid: { subject: HOLDER, credentialType: 'AB', uri: 'AB', expiration: 9, flags: 0, memos },
    required: { subject: ADDRESS, ...credentialType },
    optional: {
      uri: hex(1, 256),
      expiration: POSITIVE_UINT32,
      flags: numberedFlags,
      memos: MEMOS,
    },
  },
  credentialAccept: {
    valid: { issuer: HOLDER, credentialType: 'AB', flags: 0, memos },
    required: { issuer: ADDRESS, ...credentialType },
    optional: { flags: numberedFlags, memos: MEMOS },
  },
  credentialDelete: {
    valid: { issuer: HOLDER, subject: ISSUER, credentialType: 'AB', flags: 0, memos },
    required: credentialType,
    optional: { issuer: ADDRESS, subject: ADDRESS, flags: numberedFlags, memos: MEMOS },
  },
  submit: {
    name: 'transaction',
    prefix: 'transaction.',
    valid: {
      TransactionType: 'Payment',
      Destination: HOLDER,
      Amount: usd,
      DestinationTag: 7,
      InvoiceID: hash,
      Fee: '15',
      Memos: memos,
    },
    required: {},
    optional: {
      Amount: {
        wrong: [
          ['hexadecimal', '0x10'],
          ['drops as a number', 5],
          ['a fraction', '1.5'],
        ],
        takes: isBoxed,
      },
      Destination: ADDRESS,
      DestinationTag: {
        wrong: [
          ['2^32', 4_294_967_296],
          ['text', '5a'],
          ['true', true],
        ],
        takes: isBoxed,
      },
      InvoiceID: hex(32),
      Fee: {
        wrong: [
          ['a number', 15],
          ['a token', usd],
          ['a fraction', '1.5'],
        ],
        takes: isBoxed,
      },
      Memos: {
        wrong: [
          ['flat', [{ MemoData: 'AB' }]],
          ['no list', { Memo: { MemoData: 'AB' } }],
        ],
      },
    },
  },
} satisfies Readonly<Record<string, Row>>;

export type BadInputName = keyof typeof BAD_INPUTS;

/** Parameters that are wrong in one place, and the field that the error must name. */
export interface Case {
  readonly label: string;
  readonly field: string;
  readonly params: unknown;
}

/** Every case there is of an operation. */
export function casesOf(operation: BadInputName): Case[] {
  const { valid, required, optional, prefix = '', name = 'params' }: Row = BAD_INPUTS[operation];
  const at = (path: string, label: string, value: unknown): Case => ({
    label: `${path}: ${label}`,
    field: prefix + path.replace(/\.(\d+)/g, '[$1]'),
    params: replaced(valid, path.split('.'), value),
  });
  const whole = (label: string, params: unknown): Case => ({ label, field: name, params });
  return [
    ...Object.keys(required).map((path) => at(path, 'missing', undefined)),
    ...Object.entries({ ...required, ...optional }).flatMap(([path, { wrong, takes }]) =>
      [...wrong, ...HOSTILE.filter(([, value]) => !takes?.(value))].map(([label, value]) =>
        at(path, label, value),
      ),
    ),
    ...HOSTILE.filter(([, value]) => !isPlain(value)).map(([label, value]) => whole(label, value)),
    whole('undefined', undefined),
    whole('a getter that throws', Object.defineProperty({}, Object.keys(valid)[0] ?? '', thrower)),
    whole('a proxy that throws', new Proxy({}, { get: fail, ownKeys: fail, has: fail })),
    at('surprise', 'a field that there is none of', 1),
    at('constructor', 'an inherited name', { prototype: { polluted: true } }),
    at('__proto__', 'an own __proto__', { polluted: true }),
  ];
}

const isPlain = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fail(): never {
  throw new Error('a getter of the caller’s own');
}
const thrower = { enumerable: true, get: fail };

/** A copy with something else in one place; `undefined` takes the place away. */
function replaced(whole: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const inner = replaced(Object(whole)[step], rest, value);
  if (Array.isArray(whole)) return whole.with(Number(step), inner);
  const others = Object.entries(Object(whole)).filter(([name]) => name !== step);
  return Object.fromEntries(inner === undefined ? others : [...others, [step, inner]]);
}
