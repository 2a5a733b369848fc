/**
 * Everything that is asked of a Stacks node and of its API, and every error that either is understood to
 * answer, by name: with the method and the path that it is asked at.
 */
export const CALLS = {
  // What the node itself answers.
  info: 'GET /v2/info',
  pox: 'GET /v2/pox',
  'pox-4': 'GET /v2/pox',
  account: 'GET /v2/accounts/{}',
  'account-locked': 'GET /v2/accounts/{}',
  'transfer-rate': 'GET /v2/fees/transfer',
  'fee-estimate': 'POST /v2/fees/transaction',
  'fee-none': 'POST /v2/fees/transaction',
  'fee-unsupported': 'POST /v2/fees/transaction',
  submitted: 'POST /v2/transactions',
  'submit-undecodable': 'POST /v2/transactions',
  'submit-bad-nonce': 'POST /v2/transactions',
  'submit-conflicting-nonce-in-mempool': 'POST /v2/transactions',
  'submit-not-enough-funds': 'POST /v2/transactions',
  'submit-too-much-chaining': 'POST /v2/transactions',
  'submit-too-many-pending-transactions': 'POST /v2/transactions',
  'submit-server-failure-no-such-chain-tip': 'POST /v2/transactions',
  'submit-server-failure-database': 'POST /v2/transactions',
  'submit-server-failure-other': 'POST /v2/transactions',
  'call-read': 'POST /v2/contracts/call-read/{}/{}/{}',
  'call-read-refused': 'POST /v2/contracts/call-read/{}/{}/{}',
  'data-var': 'GET /v2/data_var/{}/{}/{}',
  interface: 'GET /v2/contracts/interface/{}/{}',
  'interface-missing': 'GET /v2/contracts/interface/{}/{}',
  unconfirmed: 'GET /v2/transactions/unconfirmed/{}',
  'unconfirmed-missing': 'GET /v2/transactions/unconfirmed/{}',
  'indexed-transaction': 'GET /v3/transaction/{}',
  'indexed-transaction-missing': 'GET /v3/transaction/{}',
  'index-off': 'GET /v3/transaction/{}',
  block: 'GET /v3/blocks/{}',
  'block-missing': 'GET /v3/blocks/{}',
  // What any release of the API answers.
  release: 'GET /extended',
  'release-of-today': 'GET /extended',
  'no-route': 'GET /extended/v3/principals/{}/nonces',
  gone: 'GET /extended/v1/tx/{}',
  // /extended/v3
  'v3-transaction': 'GET /extended/v3/transactions/{}',
  'v3-transaction-waiting': 'GET /extended/v3/transactions/{}',
  'v3-transaction-missing': 'GET /extended/v3/transactions/{}',
  'v3-nonces': 'GET /extended/v3/principals/{}/nonces',
  'v3-mempool': 'GET /extended/v3/principals/{}/mempool/transactions',
  'v3-history': 'GET /extended/v3/principals/{}/transactions',
  'v3-tokens': 'GET /extended/v3/principals/{}/balances/ft',
  'v3-no-tokens': 'GET /extended/v3/principals/{}/balances/ft',
  'v3-stx': 'GET /extended/v3/principals/{}/balances/stx',
  'v3-stx-locked': 'GET /extended/v3/principals/{}/balances/stx',
  'v3-signers': 'GET /extended/v3/staking/signers',
  'v3-cycle-signers': 'GET /extended/v3/staking/cycles/current/signers',
  // /extended/v1 and /extended/v2, for as long as they are there
  'v1-transaction': 'GET /extended/v1/tx/{}',
  'v1-transaction-waiting': 'GET /extended/v1/tx/{}',
  'v1-transaction-dropped': 'GET /extended/v1/tx/{}',
  'v1-transaction-missing': 'GET /extended/v1/tx/{}',
  'v1-raw': 'GET /extended/v1/tx/{}/raw',
  'v1-raw-missing': 'GET /extended/v1/tx/{}/raw',
  'v1-nonces': 'GET /extended/v1/address/{}/nonces',
  'v1-mempool': 'GET /extended/v1/tx/mempool',
  'v1-history': 'GET /extended/v2/addresses/{}/transactions',
  'v1-balances': 'GET /extended/v1/address/{}/balances',
  'v1-stx': 'GET /extended/v1/address/{}/stx',
} as const;

export type CallName = keyof typeof CALLS;

/** Whether a path, without its query, is one that a call is asked at. */
export function isAskedAt(call: string, method: string, path: string): boolean {
  const [expected = '', template = ''] = call.split(' ');
  const parts = template.split('{}').map((part) => part.replaceAll('/', '\\/'));
  const [bare = ''] = path.split('?');
  return method === expected && new RegExp(`^${parts.join('[^/]+')}$`).test(bare);
}
