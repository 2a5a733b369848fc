import { schemaOf } from '../../../src/core/json-schema.js';
import { defaultsSchema } from '../../../src/transactions/options.js';
import { type CodeDefaults, plain } from './code-defaults.js';
import { code, table } from './markdown.js';
import { type Option, Types } from './types.js';
import { variablesDocument } from './variables.js';

/** An options type: its place, its name, and what it is for. */
type Part = readonly [file: string, name: string, about: string];

const GATEWAYS: readonly Part[] = [
  ['src/xrpl/options.ts', 'XrplGatewayOptions', '`new XrplGateway`'],
  ['src/aptos/options.ts', 'AptosGatewayOptions', '`new AptosGateway`'],
  ['src/stacks/options.ts', 'StacksGatewayOptions', '`new StacksGateway`'],
];

const CALLS: readonly Part[] = [
  ['src/xrpl/options.ts', 'XrplTransactionOptions', 'On the XRP Ledger'],
  ['src/aptos/options.ts', 'AptosTransactionOptions', 'On Aptos and Movement'],
  ['src/stacks/options.ts', 'StacksTransactionOptions', 'On Stacks'],
];

const OTHERS: Readonly<Record<string, readonly Part[]>> = {
  Signers: [
    [
      'src/fireblocks/rest/rest-client.ts',
      'FireblocksConnection',
      '`new FireblocksRawSigner`, unless it is given a `client`; `new FireblocksRestClient`',
    ],
    ['src/fireblocks/settings.ts', 'FireblocksSignerSettings', '`new FireblocksRawSigner`'],
    ['src/signer/local-raw-signer.ts', 'LocalRawSignerOptions', '`new LocalRawSigner`'],
  ],
  'Pauses and repeats': [
    ['src/core/poll.ts', 'PollPace', '`polling`'],
    ['src/core/retry.ts', 'RetryPolicy', '`retry`'],
  ],
  'Over HTTP': [
    ['src/server/handler.ts', 'GatewayHandlerOptions', '`xrplHandler` and its like'],
    ['src/http/node-listener.ts', 'NodeListenerOptions', '`toNodeListener`'],
    ['src/store/redis-store.ts', 'RedisStoreOptions', '`redisStore`'],
  ],
  'What Fireblocks calls': [
    ['src/fireblocks/webhooks/handler.ts', 'WebhookHandlerOptions', '`webhookHandler`'],
    ['src/fireblocks/webhooks/verifier.ts', 'WebhookVerifierOptions', '`new WebhookVerifier`'],
    ['src/fireblocks/callback/handler.ts', 'CallbackHandlerOptions', '`callbackHandler`'],
  ],
  'Signed requests': [
    ['src/requests/signer.ts', 'RequestSignerSettings', '`new RequestSigner`'],
    ['src/requests/verifier.ts', 'RequestVerifierOptions', '`new RequestVerifier`'],
    ['src/http/request-signer.ts', 'RequestSignerHandlerOptions', '`requestSignerHandler`'],
  ],
  'Provider Connectivity API v2': [
    ['src/provider/connection.ts', 'ProviderConnection', '`new ProviderApiClient` and its parts'],
    ['src/provider/server/options.ts', 'ProviderServerOptions', '`providerServerHandler`'],
    ['src/provider/proxy.ts', 'ProviderProxyOptions', '`providerProxyHandler`'],
  ],
  'Network link v1': [
    ['src/netlink/client.ts', 'NetlinkClientOptions', '`new NetlinkClient`'],
    ['src/netlink/server.ts', 'NetlinkServerOptions', '`netlinkServerHandler`'],
    ['src/netlink/proxy.ts', 'NetlinkProxyOptions', '`netlinkProxyHandler`'],
  ],
};

const BASICS: Part = ['src/gateway/settings.ts', 'GatewayBasics', ''];
const SHARING: Part = ['src/gateway/settings.ts', 'LaneSharing', ''];
const CALL: Part = ['src/transactions/options.ts', 'TransactionOptions', ''];

/** What docs/configuration.md says. */
export function configurationDocument(root: string): string {
  const all = [...GATEWAYS, ...CALLS, ...Object.values(OTHERS).flat(), BASICS, SHARING, CALL];
  const entries = ['src/index.ts', 'src/handlers.ts', 'src/store/index.ts'];
  const types = new Types(root, [...all.map(([file]) => file), ...entries]);
  const defaults = types.defaults();
  const optionsOf = ([file, name]: Part) => types.options(file, name);
  const section = (part: Part, without: readonly Option[] = []) => {
    const known = new Set(without.map(told));
    const own = optionsOf(part).filter((option) => !known.has(told(option)));
    return own.length === 0 ? [] : ['', ...optionsTable(own, defaults)];
  };
  const titled = (part: Part, without?: readonly Option[]) => [
    '',
    `### ${part[2]}`,
    ...section(part, without),
  ];
  return [
    '# Configuration',
    '',
    'Made by `npm run docs:configuration` from the types of the options and what their documentation says. A default that',
    'is a value is the one in the code: where the documentation says another, this page is not made. An option that does',
    'not exist, or has no such value, is refused by its name before any request is made.',
    '',
    'Times are in milliseconds, unless their name ends in `Seconds`. `clock`, `random` and `fetch` are for tests and for',
    'applications that bring their own.',
    '',
    '## Every gateway',
    ...section(BASICS),
    '',
    '`lanes` of every gateway also takes:',
    ...section(SHARING),
    ...GATEWAYS.flatMap((part) => titled(part, optionsOf(BASICS))),
    '',
    '## Every call that makes a transaction',
    '',
    `Those that \`defaults\` of a gateway takes: ${limits().map(code).join(', ')}.`,
    ...section(CALL),
    ...CALLS.flatMap((part) => titled(part, optionsOf(CALL))),
    ...Object.entries(OTHERS).flatMap(([title, parts]) => [
      '',
      `## ${title}`,
      ...parts.flatMap((part) => titled(part)),
    ]),
    '',
    ...variablesDocument(),
    '',
  ].join('\n');
}

/** Whether two options are the same: inherited, and told alike. */
function told({ name, type, about }: Option): string {
  return [name, type, about].join('\n');
}

function optionsTable(options: readonly Option[], defaults: CodeDefaults): string[] {
  const rows = options.map((option) => {
    const { name, isOptional, type } = option;
    const { preset, about } = presetOf(option, defaults);
    const shown = isOptional ? preset : 'required';
    return [code(name), cell(shown), cell([about, limitOf(name)].join(' ').trim()), code(type)];
  });
  return table(['', 'default', '', 'type'], rows);
}

/** A line of a cell. */
function cell(text: string): string {
  return text.replace(/(?<!\\)\|/g, '\\|');
}

/** The default of an option, and what else is said about it. */
function presetOf(option: Option, defaults: CodeDefaults) {
  const { name, about } = option;
  // After a colon it is words: how it comes about.
  const sentence = /(?:^|(?<=[.:] ))Default(:?) (.*?)\.(?=\s|$)/.exec(about);
  const inPassing = /`([^`]+)` ?\((?:the )?default\)/.exec(about);
  const preset = sentence?.[2] ?? (inPassing ? `\`${inPassing[1]}\`` : '');
  const value =
    /^(?:`([\w.]+|\d[\d.]* \w+)`|(\d(?:[\d,]*\d)?(?: (?:[KM]iB|seconds)\b)?))(?=$|[\s;:,(])/.exec(
      preset,
    );
  const stated = sentence?.[1] === ':' ? undefined : (value?.[1] ?? value?.[2]);
  if (stated !== undefined && !isInCode(stated, option, defaults)) {
    const found = [...defaults.of(name)].join(', ') || 'none';
    throw new Error(`${name}: documented as ${stated} by default; in the code: ${found}.`);
  }
  const rest = sentence ? about.replace(sentence[0], '').replace(/\s+/g, ' ').trim() : about;
  return { preset, about: rest };
}

/** How much of what the code has is one of a unit. */
const UNITS: Readonly<Record<string, number>> = {
  XRP: 1e6,
  STX: 1e6,
  coins: 1e8,
  KiB: 1024,
  MiB: 1024 * 1024,
  seconds: 1_000,
};

function isInCode(stated: string, { name, folder }: Option, defaults: CodeDefaults): boolean {
  const [number = '', unit] = stated.split(' ');
  const one = unit === undefined ? undefined : UNITS[unit];
  const value = one === undefined ? plain(stated) : String(Math.round(Number(number) * one));
  // What is left out counts as false, unless somebody says otherwise.
  if (value === 'false') return !defaults.of(name, folder).has('true');
  return defaults.of(name).has(value);
}

interface Limits {
  readonly [name: string]: { readonly minimum?: number; readonly maximum?: number };
}

function limitsOfCalls(): Limits {
  const { schema } = schemaOf('TransactionDefaults', defaultsSchema);
  return JSON.parse(JSON.stringify(schema)).properties;
}

function limits(): string[] {
  return Object.keys(limitsOfCalls());
}

/** Between which values it must be, as its schema says. */
function limitOf(name: string): string {
  const { minimum, maximum } = limitsOfCalls()[name] ?? {};
  if (minimum === undefined || maximum === undefined) return '';
  return `From ${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}.`;
}
