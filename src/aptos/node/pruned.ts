import type { GatewayError } from '../../core/errors.js';
import { AptosNodeError } from '../errors.js';
import { orderlessSecondsOf } from '../network.js';
import type { UnsignedTransaction } from '../wire/transaction.js';
import type { Fullnode, LedgerInfo } from './fullnode.js';

/** An answer about history that the node no longer has, and so can't deny. */
export class Gone {
  readonly state = 'gone';
  readonly reason: string;
  /** The archive that it names. */
  readonly archive: string | undefined;
  /** Why an archive that might have it did not answer. */
  readonly failure: GatewayError | undefined;

  constructor(
    reason: string,
    about: { archive?: string | undefined; failure?: GatewayError } = {},
  ) {
    this.reason = reason;
    this.archive = about.archive;
    this.failure = about.failure;
  }
}

/** How often a node may prune further while it is asked where its history begins. */
const MAX_STEPS = 5;

/** `undefined` for an error that is about something else. */
export function goneIn(error: unknown, reason: string): Gone | undefined {
  if (!(error instanceof AptosNodeError) || !error.isPruned) return undefined;
  return new Gone(reason, { archive: error.archive });
}

/**
 * Whether an orderless transaction that a node does not show is really absent: it is if the node's history begins
 * before the time in which it could land, and its ledger is past that time.
 */
export async function absence(
  node: Fullnode,
  ledger: LedgerInfo,
  { expirationTimestampSecs: expiry, chainId }: UnsignedTransaction,
): Promise<{ readonly state: 'expired' } | Gone> {
  if (ledger.timestamp <= expiry) return new Gone('its ledger is behind');
  const start = await historyStart(node, ledger);
  if (start !== undefined && start < expiry - orderlessSecondsOf(chainId)) {
    return { state: 'expired' };
  }
  return new Gone('the node no longer has the time in which it could land');
}

/** The time from which on a node has all transactions, in seconds of Unix time; `undefined` if it doesn't say. */
async function historyStart(node: Fullnode, ledger: LedgerInfo): Promise<bigint | undefined> {
  let { oldestBlock } = ledger;
  for (let step = 0; step < MAX_STEPS && oldestBlock !== undefined; step++) {
    if (oldestBlock === 0n) return 0n;
    const { value: time, ledger: now } = await node.blockTime(oldestBlock);
    if (time !== undefined) return time;
    // The node has pruned this block, too, since it named it; its history now begins even later.
    oldestBlock = now.oldestBlock;
  }
  return undefined;
}
