import type { GatewayErrorCode } from './error-codes.js';

/** Facts that may stand beside those of every code. */
type Facts<Own = unknown> = Readonly<Record<string, unknown>> & Readonly<Own>;

interface SigningRequestFacts {
  /** The request's idempotency key at the signer. */
  requestId: string;
  /** The id that the custody platform gave the request. */
  custodyId?: string | undefined;
  /** The signer's own status. */
  status?: string | undefined;
  subStatus?: string | undefined;
  /** When the approval window closes, in milliseconds since the epoch. */
  expiresAt?: number | undefined;
  /** The hash of a native transfer that was broadcast. */
  txHash?: string | undefined;
}

interface CustodyFacts {
  /** HTTP status. */
  status: number;
  /** Fireblocks' own number, such as -8 or 1438. */
  custodyCode?: number | undefined;
  /** For Fireblocks' support. */
  traceId?: string | undefined;
  custodyMessage?: string | undefined;
  retryAfterMs?: number | undefined;
}

interface ProviderFacts {
  /** HTTP status. */
  status: number;
  errorType?: string | undefined;
  propertyName?: string | undefined;
  requestPart?: string | undefined;
  requestId?: string | undefined;
}

interface EvidenceFacts {
  /** The basis of the outcome: one operator's statement, or as many as `agree` requires. */
  evidence?: 'one-operator' | 'agreed' | undefined;
}

interface Busy {
  /** The request that holds the account, where it is known. */
  holder: { requestId: string | undefined; custodyId?: string | undefined };
}

/** The codes whose errors have details of their own. */
interface OwnDetails {
  INVALID_INPUT: { field: string; reason: string };
  CONFIGURATION: { setting: string };
  UNREACHABLE: { peer: string };
  UNEXPECTED_ANSWER: { peer?: string | undefined };
  RATE_LIMITED: { peer: string; retryAfterMs?: number | undefined };
  IDEMPOTENCY_CONFLICT: { requestId?: string | undefined; custodyId?: string | undefined };
  SIGNATURE_PENDING: SigningRequestFacts;
  SIGNATURE_REJECTED: SigningRequestFacts;
  /** `asked`: a signer's journal failed before this call noted its request there, and asked for nothing. */
  STORE: { asked?: 'nobody' | undefined };
  ACCOUNT_BUSY: Busy;
  ALREADY_REQUESTED: { requestId: string; custodyId: string };
  /** Both in the chain's base units. */
  FEE_TOO_HIGH: { required: string; cap: string };
  TRANSACTION_REFUSED: { resultCode: string };
  TRANSACTION_FAILED: { resultCode: string } & EvidenceFacts;
  TRANSACTION_EXPIRED: EvidenceFacts;
  /** `by` is the other transaction's hash. */
  TRANSACTION_REPLACED: { by: string } & EvidenceFacts;
  /**
   * `cure` where it can't land before something else has changed, with the node's `resultCode`, or with its own
   * `number` and the one that the account has to spend first. `holder` where a cancellation waits for another request.
   */
  TRANSACTION_UNCONFIRMED: Partial<Busy> & {
    status: 'pending' | 'unknown';
    resultCode?: string | undefined;
    cure?: string | undefined;
    number?: string | undefined;
    nextNumber?: string | undefined;
  };
  UNEXPECTED_FAILURE: { reason: string };
  ACCOUNT_NOT_FUNDED: { address: string };
  WRONG_NETWORK: { expected: number; actual: number };
  BATCH_INCOMPLETE: {
    members: readonly {
      readonly index: number;
      readonly state: string;
      readonly hash?: string | undefined;
      readonly code?: string | undefined;
      /** The hash of the transaction that replaced it. */
      readonly by?: string | undefined;
    }[];
  } & EvidenceFacts;
  /** `vmStatus` on Aptos and Movement. `index` is the member of a batch. */
  SIMULATION_FAILED: {
    resultCode: string;
    vmStatus?: string | undefined;
    index?: number | undefined;
  };
  DESTINATION_TAG_REQUIRED: { destination: string; field: 'destinationTag' };
  XRPL_NODE: { error: string };
  APTOS_NODE: { errorCode: string; status: number };
  STACKS_NODE: { reason: string; status: number };
  INDEXER_MISSING: { chainId: number; setting: string };
  READ_ONLY_CALL: { contract: string; functionName: string; cause: string };
  /** Both amounts in the asset's base units. */
  INSUFFICIENT_FUNDS: { asset: string; required: string; available: string };
  UNKNOWN_TRANSACTION: { txid: string };
  NOT_REPLACEABLE: { txid: string };
  UNKNOWN_POX: { reason: string };
  WRONG_POX: { operation: string; active: string; instead?: string | undefined };
  STACKING_REFUSED: { rule: string; reason: string };
  SIGNER_SIGNATURE: { reason: string };
  CUSTODY_REFUSED: CustodyFacts;
  CUSTODY_AUTHENTICATION: CustodyFacts;
  CUSTODY_CLOCK_SKEW: CustodyFacts & { skewMs?: number | undefined };
  CUSTODY_PERMISSION: CustodyFacts;
  CUSTODY_NOT_FOUND: CustodyFacts;
  CUSTODY_DUPLICATE: CustodyFacts;
  CUSTODY_UNAVAILABLE: CustodyFacts;
  PROVIDER_API: ProviderFacts;
  IDEMPOTENCY_KEY_REUSE: ProviderFacts;
  PROVIDER_REFUSAL: ProviderFacts & { errorType: string };
  PROVIDER_UNCONFIRMED: { operation: string };
  PROVIDER_SIGNATURE: { operation: string; reason: string };
  FORCED_SETTLEMENT: { move: string; reason: string };
  NETLINK: {
    status: number;
    error: string;
    errorCode?: number | undefined;
    errorName?: string | undefined;
    retryAfterMs?: number | undefined;
  };
  NETLINK_UNCONFIRMED: { operation: string };
  UNSUPPORTED_ALGORITHM: { algorithm: string; runtime: string };
}

/** The `details` of each code: plain data, safe to log. Those of the other codes have no fields that are always there. */
export type GatewayErrorDetails = {
  readonly [Code in GatewayErrorCode]: Code extends keyof OwnDetails
    ? Facts<OwnDetails[Code]>
    : Facts;
};
