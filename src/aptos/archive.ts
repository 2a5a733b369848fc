import type { CallOptions } from '../core/clock.js';
import { AbortedError, GatewayError } from '../core/errors.js';
import type { LookUpRequest, Sighting } from '../transactions/index.js';
import type { OtherKeys } from '../transactions/other-keys.js';
import { AptosNodeError } from './errors.js';
import type { Fullnode, Ledger, LedgerInfo } from './fullnode.js';
import { known } from './lookup.js';
import { orderlessSecondsOf } from './network.js';
import type { AptosTransactionResult, NodeTransaction } from './result.js';
import type { AptosTransaction } from './signatories.js';
import { nonceOf } from './terms.js';
import type { UnsignedTransaction } from './transaction.js';

/** What a node has no more, and so can't deny. */
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

/** How often a node may prune on while it is asked where its history begins. */
const MAX_STEPS = 5;

/** `undefined` for an error that is about something else. */
export function goneIn(error: unknown, reason: string): Gone | undefined {
  if (!(error instanceof AptosNodeError) || !error.isPruned) return undefined;
  return new Gone(reason, { archive: error.archive });
}

/**
 * Whether an orderless transaction is absent that a node does not show: so it is where the node's history
 * goes back beyond the time in which it could land, and its ledger is past that time.
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

/** From when on a node has all there was, in seconds of Unix time; nothing where it doesn't say. */
async function historyStart(node: Fullnode, ledger: LedgerInfo): Promise<bigint | undefined> {
  let { oldestBlock } = ledger;
  for (let step = 0; step < MAX_STEPS && oldestBlock !== undefined; step++) {
    if (oldestBlock === 0n) return 0n;
    const { value: time, ledger: now } = await node.blockTime(oldestBlock);
    if (time !== undefined) return time;
    // It has pruned that one, too, since it named it; what it has is later still.
    oldestBlock = now.oldestBlock;
  }
  return undefined;
}

/**
 * What archives know of a transaction that a node no longer has. Each answers all of it by itself; that
 * one does not show it means as little as at the node, unless its own history goes back far enough.
 */
export async function lookUpOlder(
  { ledger, otherKeys }: { readonly ledger: Ledger; readonly otherKeys: OtherKeys | undefined },
  node: Fullnode,
  { transaction: { unsigned }, hash }: LookUpRequest<AptosTransaction>,
  gone: Gone,
  options: CallOptions,
): Promise<Sighting<AptosTransactionResult>> {
  const found = await askArchives(ledger, node, gone, options, async (archive) => {
    const shown = hash === undefined ? undefined : await archive.transaction(hash);
    const seen = shown?.value && known(shown.value, unsigned);
    if (seen && seen.state !== 'open') return seen;
    if (shown && nonceOf(unsigned) !== undefined) return absence(archive, shown.ledger, unsigned);
    const { whoSpent } = await import('./spender.js');
    return whoSpent(archive, unsigned, otherKeys);
  });
  return found instanceof Gone ? { state: 'unknown', reason: found.reason } : found;
}

/** A transaction that a node does not show, as an archive does; `undefined` where none does. */
export async function transactionInArchives(
  ledger: Ledger,
  node: Fullnode,
  hash: string,
  options: CallOptions,
): Promise<NodeTransaction | undefined> {
  const gone = new Gone('it is not shown');
  const look = async (archive: Fullnode) => (await archive.transaction(hash)).value ?? gone;
  const found = await askArchives(ledger, node, gone, options, look);
  if (!(found instanceof Gone)) return found;
  // An archive that failed has not said that there is none.
  if (found.failure) throw found.failure;
  return undefined;
}

/** The first answer of an archive that is one; else why neither the node nor any archive has one. */
export async function askArchives<T>(
  ledger: Ledger,
  node: Fullnode,
  gone: Gone,
  options: CallOptions,
  work: (archive: Fullnode) => Promise<T | Gone>,
): Promise<T | Gone> {
  const reasons: string[] = [];
  let failure: GatewayError | undefined;
  for (const archive of await archivesFor(ledger, node, gone)) {
    const answer = await ledger.askArchive(archive, options, work).catch(failed);
    if (!(answer instanceof Gone)) return answer;
    reasons.push(`an archive: ${answer.reason}`);
    failure ??= answer.failure;
  }
  const rest = reasons.length > 0 ? reasons.join('; ') : 'no archive is known';
  return new Gone(`${gone.reason}; ${rest}`, failure && { failure });
}

function failed(error: unknown): Gone {
  if (!(error instanceof GatewayError) || error instanceof AbortedError) throw error;
  return new Gone(error.message, { failure: error });
}

/** The user's and the network's, and first the one that the node names; of others only that one. */
async function archivesFor({ archives }: Ledger, node: Fullnode, { archive }: Gone) {
  const isOpen = archives.some(({ onlyIfNamed }) => onlyIfNamed);
  const name = archive ?? (isOpen ? await node.archiveNamed() : undefined);
  const named = archives.filter(({ url }) => url === name?.replace(/\/$/, ''));
  const others = archives.filter((one) => !one.onlyIfNamed && !named.includes(one));
  return [...named, ...others];
}
