import type { MessageToSign } from './request.js';

/**
 * What an approver, or a rule, is asked to decide.
 *
 * @example
 * ```ts
 * import { type ApprovalRequest, startSandbox } from 'custody-gateways/sandbox';
 *
 * const asked: ApprovalRequest[] = [];
 * const sandbox = await startSandbox({
 *   approvals: (request) => {
 *     asked.push(request);
 *     return request.operation === 'RAW' ? 'approve' : 'block';
 *   },
 * });
 * await sandbox.stop();
 * ```
 */
export interface ApprovalRequest {
  /** The custody platform's own id. */
  readonly id: string;
  /** The caller's own id of the request, if it gave one. */
  readonly externalTxId?: string;
  /**
   * `RAW` is to sign `messages`. `TRANSFER` is to send `amount`: the custody platform builds and sends it by itself.
   */
  readonly operation: 'RAW' | 'TRANSFER';
  /** As the request names it. Missing for a RAW request that names its keys by their whole path. */
  readonly assetId?: string;
  /** The vault account, where one was named. */
  readonly sourceId?: string;
  /** What the request says to its approvers, if it says something. */
  readonly note?: string;
  /** As received, with whatever it carries beside the messages. */
  readonly extraParameters?: unknown;
  /** What a RAW request wants signed. */
  readonly messages: readonly MessageToSign[];
  /** What a TRANSFER wants sent, in whole units of the asset. */
  readonly amount?: string;
  /** Where a TRANSFER goes, if the request gives the address itself. Missing for a destination that it names by id. */
  readonly destinationAddress?: string;
  /** When the window for a decision closes, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * What was decided.
 *
 * - `approve`: authorised and signed.
 * - `authorize`: authorised, but no signer comes: cancelled when the window closes.
 * - `reject`: by a person. `REJECTED`, or `CANCELLED` if `status` says so; `REJECTED_BY_USER`.
 * - `block`: by a rule. `BLOCKED`, `BLOCKED_BY_POLICY`.
 * - `fail`: something broke. `FAILED` with `subStatus`, or `INTERNAL_ERROR`.
 * - `expire`: nobody comes; `FAILED`, `TIMEOUT` when the window closes, which is two hours unless the request says
 *   otherwise, or after `afterMs`. A test that can't wait gives `afterMs`, or lets the time pass by `advanceTime`.
 * - `wait`: it waits for `custody.approve` and its like.
 *
 * @example
 * ```ts
 * import { type DecisionKind, startSandbox } from 'custody-gateways/sandbox';
 *
 * const decisions: DecisionKind[] = ['reject', 'approve'];
 * const sandbox = await startSandbox({ approvals: () => decisions.shift() ?? 'wait' });
 * await sandbox.stop();
 * ```
 */
export type DecisionKind =
  | 'approve'
  | 'authorize'
  | 'reject'
  | 'block'
  | 'fail'
  | 'expire'
  | 'wait';

/**
 * A {@link DecisionKind} with its particulars.
 *
 * @example
 * ```ts
 * import { type DetailedDecision, startSandbox } from 'custody-gateways/sandbox';
 *
 * const slowly: DetailedDecision = { decision: 'reject', afterMs: 60_000, status: 'CANCELLED' };
 * const sandbox = await startSandbox({ approvals: () => slowly });
 * sandbox.advanceTime(60_000);
 * await sandbox.stop();
 * ```
 */
export interface DetailedDecision {
  /** What happens to the request; the other fields say when, and with which status and reason. */
  readonly decision: DecisionKind;
  /** Milliseconds until it takes effect. Default 0. */
  readonly afterMs?: number;
  /** The terminal status, in the place of the decision's own. */
  readonly status?: string;
  /** The sub-status, in the place of the decision's own. */
  readonly subStatus?: string;
  /** Shown as `errorDescription`. */
  readonly reason?: string;
}

/**
 * A decision: the word alone, or with its particulars.
 *
 * @example
 * ```ts
 * import { type ApprovalDecision, startSandbox } from 'custody-gateways/sandbox';
 *
 * const tooMuch: ApprovalDecision = { decision: 'block', reason: 'more than the daily limit' };
 * const sandbox = await startSandbox({
 *   approvals: ({ amount }) => (Number(amount) > 1_000 ? tooMuch : 'approve'),
 * });
 * await sandbox.stop();
 * ```
 */
export type ApprovalDecision = DecisionKind | DetailedDecision;

/**
 * Who decides: everything at once, a test by hand, or a function.
 *
 * @example
 * ```ts
 * import { type ApprovalPolicy, startSandbox } from 'custody-gateways/sandbox';
 *
 * const onlyVault0: ApprovalPolicy = ({ sourceId }) => (sourceId === '0' ? 'approve' : 'reject');
 * const sandbox = await startSandbox({ approvals: onlyVault0 });
 * await sandbox.stop();
 * ```
 */
export type ApprovalPolicy =
  | 'auto'
  | 'manual'
  | ((request: ApprovalRequest) => ApprovalDecision | Promise<ApprovalDecision>);

/** The decision of a policy. */
export async function decide(
  policy: ApprovalPolicy,
  request: ApprovalRequest,
): Promise<DetailedDecision> {
  if (policy === 'auto') return { decision: 'approve' };
  if (policy === 'manual') return { decision: 'wait' };
  const decision = await policy(request);
  return typeof decision === 'string' ? { decision } : decision;
}

/** The end that a refusal comes to. */
export interface Refusal {
  readonly status: string;
  readonly subStatus: string;
  readonly errorDescription?: string;
}

const REFUSALS = {
  reject: { status: 'REJECTED', subStatus: 'REJECTED_BY_USER' },
  block: { status: 'BLOCKED', subStatus: 'BLOCKED_BY_POLICY' },
  fail: { status: 'FAILED', subStatus: 'INTERNAL_ERROR' },
  expire: { status: 'FAILED', subStatus: 'TIMEOUT' },
} as const;

export function refusalOf(
  kind: keyof typeof REFUSALS,
  { status, subStatus, reason }: Omit<DetailedDecision, 'decision'>,
): Refusal {
  return {
    ...REFUSALS[kind],
    ...(status === undefined ? {} : { status }),
    ...(subStatus === undefined ? {} : { subStatus }),
    ...(reason === undefined ? {} : { errorDescription: reason }),
  };
}
