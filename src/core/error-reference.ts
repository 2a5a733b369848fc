import type { GatewayErrorCode } from './error-codes.js';
import type { Happened } from './known-error.js';

/** The part of the package that throws a code: each chain, what all chains share, and what serves them. */
export type ErrorPart =
  | 'any'
  | 'gateway'
  | 'xrpl'
  | 'aptos'
  | 'stacks'
  | 'fireblocks'
  | 'server'
  | 'requests'
  | 'provider'
  | 'netlink';

/** What a code means. */
export interface ErrorMeaning {
  readonly parts: readonly ErrorPart[];
  /** Whether a request that only reads can end with it. */
  readonly onRead: boolean;
  /** Whether the very same call may succeed later. `depends`: the error itself says so. */
  readonly retryable: boolean | 'depends';
  /** What the call may have done. `depends`: the error itself says so, from the transaction that it belongs to. */
  readonly happened: Happened | 'depends';
  readonly means: string;
  /** What to do next. */
  readonly act: string;
}

type Row = readonly [
  facts: readonly [
    parts: ErrorPart | readonly ErrorPart[],
    on: 'read' | 'transaction',
    retryable: ErrorMeaning['retryable'],
    happened: ErrorMeaning['happened'],
  ],
  means: string,
  act: string,
];

const SAME_KEY =
  'Make the same call again with the same key, or `resume` it; never pay under another key.';

/** For what a `cancel` may end with too. */
const GO_ON = `${SAME_KEY} What you have begun to \`cancel\`, \`cancel\` again.`;

const ROWS: Readonly<Record<GatewayErrorCode, Row>> = {
  TRANSACTION_WAITING: [
    ['server', 'transaction', true, 'maybe'],
    'The transaction waits for its turn at the account, and goes on.',
    'Send the same request again with the same key, or ask at its `Location`.',
  ],
  SIGNATURE_PENDING: [
    ['gateway', 'transaction', true, 'maybe'],
    'The signature is still awaited. The request stays open at the custody platform. A signer that is used by ' +
      'itself says so too of a transfer that Fireblocks has not completed: with `details.txHash` it is sent.',
    GO_ON,
  ],
  TRANSACTION_UNCONFIRMED: [
    ['gateway', 'transaction', true, 'maybe'],
    'The transaction is signed, or sent by Fireblocks itself, and not seen to be final: `details.status` is ' +
      '`pending` or `unknown`. With `details.cure` it can land only once that condition holds.',
    `${GO_ON} \`cancel\` spends its number without effect.`,
  ],
  CUSTODY_UNCONFIRMED: [
    ['fireblocks', 'transaction', true, 'maybe'],
    'It is not known whether Fireblocks has accepted the request.',
    'Ask again with the same key, which makes the request once in every case.',
  ],
  UNEXPECTED_FAILURE: [
    ['gateway', 'transaction', true, 'maybe'],
    'Code outside this package failed, such as a signer of your own. `details.reason` is its message.',
    SAME_KEY,
  ],
  NETLINK_UNCONFIRMED: [
    ['netlink', 'transaction', false, 'maybe'],
    'A withdrawal, a transfer or a request for an address was sent, and no answer gives its outcome.',
    'Look for it with `settleUnconfirmed` or `getDepositAddress`, or ask the provider, before it is sent again.',
  ],
  PROVIDER_UNCONFIRMED: [
    ['provider', 'transaction', false, 'maybe'],
    'A call that changes something was sent, and no answer gives its outcome.',
    'Read the present state, such as the quote or the settlement, before it is sent again.',
  ],
  BATCH_INCOMPLETE: [
    ['gateway', 'transaction', 'depends', 'maybe'],
    'Not every member of a batch is confirmed. `details.members` has the state of each.',
    'While it is retryable, make the same call again: it continues with the members that can still be confirmed. If a ' +
      '`cause` stopped it, make it again once that is gone: it asks for those that are `not-signed`, so never pay them ' +
      'in another call before. One that has failed, expired or been replaced stays so: pay it again in a call with a ' +
      'key of its own. One whose `by` is your own replacement has been paid by that: don’t pay it again. Where ' +
      '`details.evidence` is one operator, look for it elsewhere first.',
  ],
  INVALID_SIGNATURE: [
    ['gateway', 'transaction', 'depends', 'depends'],
    'The signer returned no valid signature of the message. Nothing was sent.',
    'While it is retryable, ask again with the same key: the request stays open at the signer.',
  ],
  TRANSACTION_REFUSED: [
    ['gateway', 'transaction', true, 'maybe'],
    'The node accepted the signed transaction neither now nor for later. That is not final: it can be sent again.',
    `${SAME_KEY} What was built for an earlier cycle (\`STACKING_REFUSED\`) needs \`newAttempt\`.`,
  ],
  INVALID_INPUT: [
    ['any', 'read', false, 'depends'],
    'A value or an option is not acceptable; `details.field` names it.',
    'Correct the value.',
  ],
  DESTINATION_TAG_REQUIRED: [
    ['xrpl', 'transaction', false, 'depends'],
    'The destination asks for a destination tag, and none was given. Nothing was signed.',
    'Give `destinationTag`; in `transfer` and `transferToken` it is `tag`.',
  ],
  MISSING_VAULT_ACCOUNT: [
    ['server', 'read', false, 'nothing'],
    'The path lacks the id of the vault account.',
    'Add it to the path.',
  ],
  IDEMPOTENCY_KEY_REQUIRED: [
    ['server', 'transaction', false, 'nothing'],
    'This server takes no transaction without an `Idempotency-Key`.',
    'Send one with each transaction.',
  ],
  UNAUTHORIZED: [
    ['server', 'read', false, 'nothing'],
    'The server does not know the caller.',
    'Send the credentials that the server asks for.',
  ],
  FORBIDDEN: [
    ['server', 'read', false, 'nothing'],
    'The caller may not do this.',
    'Use credentials that allow it.',
  ],
  CROSS_ORIGIN: [
    ['server', 'read', false, 'nothing'],
    'A page of another site made the request.',
    'Call from your own backend, or allow the origin with `cors`.',
  ],
  UNKNOWN_HOST: [
    ['server', 'read', false, 'nothing'],
    'The request names another host than the server has.',
    'Use one of the host names that the server is given.',
  ],
  ROUTE_NOT_FOUND: [
    ['server', 'read', false, 'nothing'],
    'There is no such route.',
    'Check method and path.',
  ],
  UNKNOWN_TRANSACTION: [
    ['stacks', 'read', true, 'depends'],
    'Neither chain nor mempool shows such a transaction. One that was just sent, or was dropped, may be mined all ' +
      'the same.',
    'Ask again later.',
  ],
  TRANSACTION_NOT_FOUND: [
    ['gateway', 'transaction', false, 'maybe'],
    'No transaction is known under this key. One may still wait for its turn in another process.',
    'Make the transaction again with the same key, never with another.',
  ],
  CUSTODY_NOT_FOUND: [
    ['fireblocks', 'read', false, 'depends'],
    'The requested object, such as the vault account, does not exist at Fireblocks.',
    'Check the id.',
  ],
  BODY_TOO_LARGE: [
    ['server', 'transaction', false, 'nothing'],
    'The body is larger than the server takes.',
    'Send less in one request.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    ['server', 'transaction', false, 'nothing'],
    'The body is not plain `application/json`.',
    'Send JSON with that content type.',
  ],
  RATE_LIMITED: [
    ['any', 'read', true, 'depends'],
    '`details.peer` asks for fewer requests.',
    'Repeat the same call after `details.retryAfterMs`, or a second.',
  ],
  IDEMPOTENCY_CONFLICT: [
    ['any', 'transaction', false, 'depends'],
    'The same key was used before, for something else.',
    'Use the input of the first call, or another key for another transaction.',
  ],
  IDEMPOTENCY_KEY_REUSE: [
    ['provider', 'transaction', false, 'nothing'],
    'The provider has seen this key with another request. Nothing was done now.',
    'Use the input of the first call, or another key for another request.',
  ],
  FORCED_SETTLEMENT: [
    ['provider', 'transaction', false, 'nothing'],
    'The rules of forced settlement do not allow this move now; `details.reason` says why.',
    'Wait, or settle in another way.',
  ],
  ACCOUNT_BUSY: [
    ['gateway', 'transaction', true, 'depends'],
    'Another transaction of this account is not done; `details.holder` names it.',
    'Finish or `cancel` that one, or repeat the call later.',
  ],
  ALREADY_REQUESTED: [
    ['gateway', 'transaction', true, 'depends'],
    'The signer was asked for exactly the same transaction under another key.',
    'Repeat the call once that request has ended.',
  ],
  NOT_CANCELLABLE: [
    ['gateway', 'transaction', false, 'maybe'],
    'The transaction cannot be cancelled any more.',
    '`resume` it for its outcome.',
  ],
  NOT_REPLACEABLE: [
    ['stacks', 'transaction', false, 'depends'],
    'The transaction can no longer be replaced, or this account has not signed it. Nothing was signed.',
    'Ask for the outcome of the transaction itself.',
  ],
  WRONG_POX: [
    ['stacks', 'read', false, 'depends'],
    'The operation belongs to a stacking contract that is not the active one.',
    'Use the operation that `details.instead` names.',
  ],
  TRANSACTION_REPLACED: [
    ['gateway', 'transaction', false, 'depends'],
    'Another transaction spent its number, so it cannot land any more. Final. It may have had an effect only if the ' +
      'one operator that says so (`details.evidence`) is wrong.',
    'Look at `details.by` first: a replacement that you have asked for yourself has done what this one should. Else ' +
      'pay again with `newAttempt` under the same key.',
  ],
  CUSTODY_DUPLICATE: [
    ['fireblocks', 'transaction', false, 'maybe'],
    'Fireblocks already has a transaction with this external id.',
    SAME_KEY,
  ],
  PROVIDER_REFUSAL: [
    ['provider', 'transaction', false, 'nothing'],
    'The provider refuses the request; `details.errorType` says why.',
    'Correct the request.',
  ],
  SIGNATURE_REJECTED: [
    ['gateway', 'transaction', false, 'depends'],
    'A person or a policy refused the signature, or the time for it ran out. Final. Only a transfer that ' +
      'Fireblocks made by itself (`details.txHash`) may have had an effect, or an earlier attempt ' +
      '(`transaction.hash`) if the one operator that says that it has expired is wrong.',
    'Ask the approvers; pay again with `newAttempt` under the same key.',
  ],
  TRANSACTION_FAILED: [
    ['gateway', 'transaction', false, 'sent'],
    'The transaction is final on the ledger and paid for, without the intended effect; `details.resultCode` says why.',
    'Correct the cause. Where `details.evidence` is one operator, pay again only with `newAttempt` under the same key.',
  ],
  TRANSACTION_EXPIRED: [
    ['gateway', 'transaction', false, 'depends'],
    'The transaction expired before a ledger accepted it, and cannot land any more. Final. It may have had an effect ' +
      'only if the one operator that says so (`details.evidence`) is wrong.',
    'Pay again with `newAttempt` under the same key.',
  ],
  ACCOUNT_NOT_FUNDED: [
    ['gateway', 'read', false, 'depends'],
    'The ledger has no account `details.address`.',
    'Fund the account.',
  ],
  TICKETS_UNAVAILABLE: [
    ['xrpl', 'transaction', true, 'depends'],
    'There was no Ticket to spend, and none could be created. Nothing was signed under this key.',
    'See the `cause`, then repeat the call.',
  ],
  FEE_TOO_HIGH: [
    ['gateway', 'transaction', true, 'depends'],
    'The transaction would cost `details.required`, more than the cap allows. Nothing was signed.',
    'Repeat the call later, or with a higher `maxFee`.',
  ],
  INSUFFICIENT_FUNDS: [
    ['stacks', 'transaction', false, 'depends'],
    'The account has less than the transaction needs. Nothing was signed.',
    'Fund the account.',
  ],
  READ_ONLY_CALL: [
    ['stacks', 'read', false, 'depends'],
    'A read-only call of a contract has no result.',
    'Check contract, function and arguments.',
  ],
  SIMULATION_FAILED: [
    [['xrpl', 'aptos'], 'transaction', false, 'depends'],
    'The transaction would fail as things stand; `details.resultCode` says why. Nothing was signed.',
    'Correct the cause.',
  ],
  STACKING_REFUSED: [
    ['stacks', 'transaction', 'depends', 'depends'],
    'The stacking contract would refuse the call now; `details.rule` says why.',
    'Correct the cause, or wait where it is retryable.',
  ],
  SIGNER_SIGNATURE: [
    ['stacks', 'transaction', false, 'depends'],
    'The signature of the stacking signer does not permit the operation.',
    'Get a signature for exactly these values.',
  ],
  UNEXPECTED_ANSWER: [
    ['any', 'read', 'depends', 'depends'],
    '`details.peer` gave an answer that breaks its protocol.',
    'Repeat the same call with the same key; report it if it goes on.',
  ],
  CUSTODY_REFUSED: [
    ['fireblocks', 'read', false, 'depends'],
    'Fireblocks refused the call; `details.custodyMessage` says why.',
    'See the message.',
  ],
  CUSTODY_AUTHENTICATION: [
    ['fireblocks', 'read', false, 'depends'],
    'API key, secret and region of Fireblocks do not match.',
    'Correct key, secret and region.',
  ],
  CUSTODY_CLOCK_SKEW: [
    ['fireblocks', 'read', false, 'depends'],
    'The clock of this machine is wrong.',
    'Synchronise the clock.',
  ],
  CUSTODY_PERMISSION: [
    ['fireblocks', 'read', false, 'depends'],
    "The API user's role does not allow the call.",
    'Give the API user the role.',
  ],
  XRPL_NODE: [
    ['xrpl', 'read', 'depends', 'depends'],
    'The node answered with one of its own errors, `details.error`.',
    'See the error; repeat the call where it is retryable.',
  ],
  APTOS_NODE: [
    ['aptos', 'read', 'depends', 'depends'],
    'The node answered with one of its own errors, `details.errorCode`.',
    'See the error; repeat the call where it is retryable.',
  ],
  STACKS_NODE: [
    ['stacks', 'read', 'depends', 'depends'],
    'The node or its API answered with one of its own errors, `details.reason`.',
    'See the error; repeat the call where it is retryable.',
  ],
  UNKNOWN_POX: [
    ['stacks', 'read', true, 'depends'],
    'The active stacking contract cannot be determined, or is not a supported one.',
    'Repeat the call later, or update this package.',
  ],
  NETLINK: [
    ['netlink', 'read', 'depends', 'nothing'],
    'The provider refused the call; `details.errorCode` and `details.errorName` say why.',
    'Correct the request; repeat it where it is retryable.',
  ],
  PROVIDER_API: [
    ['provider', 'read', 'depends', 'depends'],
    'The provider refused the call, or failed; `details.errorType` says why.',
    'Correct the request; where it is retryable, repeat it with the same key.',
  ],
  PROVIDER_SIGNATURE: [
    ['provider', 'transaction', false, 'depends'],
    "The answer to an off-exchange call is not signed by the provider's key.",
    'Check the key with the provider, and read the present state.',
  ],
  WRONG_NETWORK: [
    ['gateway', 'read', false, 'depends'],
    'The node belongs to another network than the configured one. Nothing was signed.',
    'Correct `network`.',
  ],
  UNREACHABLE: [
    ['any', 'read', true, 'depends'],
    '`details.peer` gave no usable answer. The request may have arrived.',
    'Repeat the same call with the same key.',
  ],
  CUSTODY_UNAVAILABLE: [
    ['fireblocks', 'read', true, 'depends'],
    'Fireblocks itself failed, or a proxy in front of it.',
    'Repeat the same call with the same key.',
  ],
  INDEXER_MISSING: [
    ['aptos', 'read', false, 'nothing'],
    'Only an indexer can answer this, and none is configured.',
    'Configure `network.indexerUrl`.',
  ],
  JOURNAL: [
    ['gateway', 'transaction', true, 'depends'],
    "The signer's journal cannot be read or written. This call sent nothing; what the journal has may be signed.",
    'Bring the store back, or the version that wrote it, then repeat the same call with the same key.',
  ],
  STORE: [
    ['any', 'read', 'depends', 'depends'],
    'The store failed, or gave an invalid answer. What it was asked to write may have been written.',
    'Bring the store back, then repeat the same call with the same key.',
  ],
  ABORTED: [
    ['any', 'read', true, 'depends'],
    "The caller's `AbortSignal` fired. Nothing was cancelled, unless `cancelOnAbort` was set.",
    'Repeat the same call with the same key to go on waiting.',
  ],
  CONFIGURATION: [
    ['any', 'read', false, 'nothing'],
    'A setting cannot work; `details.setting` names it.',
    'Correct the setting.',
  ],
  UNSUPPORTED_ALGORITHM: [
    ['requests', 'read', false, 'nothing'],
    'This runtime does not support the algorithm.',
    'Use another algorithm or runtime.',
  ],
  SIGNATURE_NOT_SENDABLE: [
    ['requests', 'read', false, 'nothing'],
    "A header cannot carry the signature's bytes. Nothing was sent.",
    'Agree on `base64` or `hexstr`.',
  ],
  BODY_ALREADY_READ: [
    ['server', 'transaction', false, 'nothing'],
    'The server is mounted behind code that has read the body.',
    'Mount the handler in front of body parsers.',
  ],
};

/** Every code with its meaning, in the order of the table of statuses. */
export function errorMeanings(): readonly (ErrorMeaning & { readonly code: GatewayErrorCode })[] {
  return codesOf(ROWS).map((code) => {
    const [[part, on, retryable, happened], means, act] = ROWS[code];
    const parts = typeof part === 'string' ? [part] : part;
    return { code, parts, onRead: on === 'read', retryable, happened, means, act };
  });
}

function codesOf<Code extends string>(rows: Readonly<Record<Code, unknown>>): readonly Code[] {
  const isCode = (code: string): code is Code => Object.hasOwn(rows, code);
  return Object.keys(rows).filter(isCode);
}
