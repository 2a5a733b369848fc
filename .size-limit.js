// What an application pays for, bundled for a browser, minified and gzipped. Node's own modules are
// left out: they cost nothing where they exist.
// Loaded only where somebody traces.
const OPTIONAL = ['@opentelemetry/api'];

const entry = (name, path, limit, what, elsewhere = []) => ({
  name,
  path: `dist/${path}.js`,
  ...(what === undefined ? {} : { import: what }),
  limit,
  gzip: true,
  modifyEsbuildConfig: (config) => ({
    ...config,
    external: ['node:*', ...OPTIONAL, ...elsewhere],
    logLevel: 'error',
  }),
});

// Chunks that are loaded only when a key of their kind is used, an indexer or an account's balances are asked for, a
// node has pruned what is asked for, an amount is in whole tokens of Aptos, a function is called, and takes structs,
// several sign, something is only signed, a transaction is made, or one whose caller is gone is finished, or those that
// wait are asked for, a transfer is in the fields of every chain, a signer forgets, or is tried, a number was spent by
// another transaction, a clock is wrong, the documents are read, a body is read, or was parsed before, a call says who
// is behind it, a token of Stacks is sent or a contract called, with the rules of stacking, its STX are stacked, a call
// has failed there, a history or a transaction's bytes are read there, its API is an older one, a move of network link
// v1 had no answer, or its provider wants hashes of addresses. Of the XRP Ledger also each operation but the transfer
// of XRP, what reads an account, and what a submission's codes mean; of lanes, Tickets, and what processes share; what
// previews a call, and what counts; of the curves, each when there is a signature of its kind; and what says in words
// what a transaction does.
const LOADED_ON_USE = [
  'web-subtle',
  'web-ecdsa',
  'web-sha3',
  'held-key',
  'verify-ecdsa',
  'verify-ed25519',
  'files',
  'page',
  'openapi',
  'json-again',
  'exact-json',
  'indexer',
  'balances',
  'history',
  'archive',
  'pruned',
  'token-decimals',
  'function-call',
  'struct-arguments',
  'struct-abi',
  'spender',
  'ledger-time',
  'signature',
  'multisign',
  'settle-unconfirmed',
  'mask-hashes',
  'identity',
  'life',
  'batch',
  'sign-apart',
  'finish',
  'yielding',
  'overruling',
  'rebuilding',
  'cancel',
  'pending',
  'deliver',
  'journaled-signer',
  'conformance-cases',
  'token-transfer',
  'trial',
  'histories',
  'history-reading',
  'bytes',
  'api-v1',
  'operations',
  'common-names',
  'pox4-rules',
  'pox5-rules',
  'account-set',
  'credentials',
  'engine-results',
  'given-transaction',
  'mptokens',
  'offers',
  'paths',
  'payments',
  'reads',
  'trust-lines',
  'shared',
  'explanation',
  'explained-types',
  'explained-stacking',
  'transaction-codec',
  'guards',
  'error-codes',
  'ticket-list',
  'custody-transfer',
  'line-limits',
  'ticket-pool',
  'preview',
  'meters',
  'parts',
  'contract-call',
  'given-input',
  'replacing',
  'nonces',
  'pox',
].flatMap((chunk) => [`./${chunk}-*`, `../${chunk}-*`]);

// The same but for the life of a transaction, which is loaded with the first of them, what says in words what it
// does, and the curve that signs it.
const LOADED_BUT_A_TRANSFER = LOADED_ON_USE.filter(
  (path) => !/life|verify-ecdsa|explanation|parts/.test(path),
);

export default [
  // Of these, 3 KB are addresses and hashes, and 9 zod. What makes transactions comes with the first call.
  entry('/xrpl', 'xrpl/index', '28 KB', undefined, LOADED_ON_USE),
  entry('XrplGateway from the root', 'index', '26 KB', '{ XrplGateway }', LOADED_ON_USE),
  entry('/aptos', 'aptos/index', '31 KB', undefined, LOADED_ON_USE),
  entry('AptosGateway from the root', 'index', '29 KB', '{ AptosGateway }', LOADED_ON_USE),
  // And the codec, 8 KB, the life of a transaction, 21, and the curve that signs, 13.
  entry(
    '/xrpl, with all that a transfer loads',
    'xrpl/index',
    '94 KB',
    undefined,
    LOADED_BUT_A_TRANSFER,
  ),
  // Of these, 10 KB are stacking's methods and inputs, and 9 zod. The chain's own library comes with the first call.
  entry('/stacks', 'stacks/index', '34 KB', undefined, LOADED_ON_USE),
  entry('StacksGateway from the root', 'index', '33 KB', '{ StacksGateway }', LOADED_ON_USE),
  entry('GatewayError from the root', 'index', '1 KB', '{ GatewayError }'),
  entry('/signer', 'signer/index', '29 KB', undefined, LOADED_ON_USE),
  // Of these, 27 KB are noble's curves and hashes, and 9 zod.
  entry('/fireblocks, without Node', 'fireblocks/index', '56 KB'),
  // 10 KiB.
  entry('/requests', 'requests/index', '10.24 KB', undefined, LOADED_ON_USE),
  // Of these, 17.7 KB are noble's secp256k1 and SHA-3.
  entry('/requests, with every algorithm', 'requests/index', '30 KB'),
  entry('/provider', 'provider/index', '39 KB'),
  entry(
    'ProviderLiquidity from /provider',
    'provider/index',
    '19 KB',
    '{ ProviderLiquidity }',
    LOADED_ON_USE,
  ),
  entry('/netlink', 'netlink/index', '18 KB', undefined, LOADED_ON_USE),
  // All that can be served, at once: two provider APIs (50 KB), and the routes of three gateways.
  entry('/http', 'handlers', '80 KB', undefined, LOADED_ON_USE),
  entry('xrplHandler from /http', 'handlers', '37 KB', '{ xrplHandler }', LOADED_ON_USE),
  entry('aptosHandler from /http', 'handlers', '25 KB', '{ aptosHandler }', LOADED_ON_USE),
  entry('stacksHandler from /http', 'handlers', '27 KB', '{ stacksHandler }', LOADED_ON_USE),
  entry(
    'providerServerHandler from /http',
    'handlers',
    '41 KB',
    '{ providerServerHandler }',
    LOADED_ON_USE,
  ),
  // 4 KB are its own; the rest shares a chunk of the build with it.
  entry('toNodeListener from /http', 'handlers', '24 KB', '{ toNodeListener }', LOADED_ON_USE),
  entry(
    'requestSignerHandler from /http',
    'handlers',
    '5.5 KB',
    '{ requestSignerHandler }',
    LOADED_ON_USE,
  ),
  entry('/store', 'store/index', '2 KB'),
];
