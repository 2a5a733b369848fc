import type { CallOptions } from '../../core/clock.js';
import { AbortedError, GatewayError } from '../../core/errors.js';
import type { LookUpRequest } from '../../transactions/index.js';
import type { OtherKeys } from '../../transactions/records/other-keys.js';
import { nonceOf } from '../operations/terms.js';
import type { NodeTransaction } from '../result.js';
import type { AptosTransaction } from '../wire/signatories.js';
import type { Fullnode, Ledger } from './fullnode.js';
import { absence, Gone } from './pruned.js';
import { whoSpent } from './spender.js';
import { type AptosStatus, statusOf } from './status.js';

/**
 * Looks in archives for a transaction that a node no longer has. Each archive answers all questions by itself; if
 * it does not show the transaction, that proves nothing either, unless its own history goes back far enough.
 */
export async function lookUpOlder(
  { ledger, otherKeys }: { readonly ledger: Ledger; readonly otherKeys: OtherKeys | undefined },
  node: Fullnode,
  { transaction: { unsigned }, hash }: LookUpRequest<AptosTransaction>,
  gone: Gone,
  options: CallOptions,
): Promise<AptosStatus> {
  const found = await askArchives(ledger, node, gone, options, async (archive) => {
    const shown = hash === undefined ? undefined : await archive.transaction(hash);
    const seen = shown?.value && statusOf(shown.value, unsigned);
    if (seen && seen.state !== 'open') return seen;
    if (shown && nonceOf(unsigned) !== undefined) return absence(archive, shown.ledger, unsigned);
    return whoSpent(archive, unsigned, otherKeys);
  });
  return found instanceof Gone ? { state: 'unknown', reason: found.reason } : found;
}

/** A transaction that a node does not show, from an archive that does; `undefined` where none does. */
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
  // An archive that failed has not denied the transaction.
  if (found.failure) throw found.failure;
  return undefined;
}

/** The first definite answer of an archive; else the reason why neither the node nor any archive has one. */
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

/**
 * The archives of the user and of the network, the one that the node names first; an archive that the user has
 * not chosen only if the node names it.
 */
async function archivesFor({ archives }: Ledger, node: Fullnode, { archive }: Gone) {
  const isOpen = archives.some(({ onlyIfNamed }) => onlyIfNamed);
  const name = archive ?? (isOpen ? await node.archiveNamed() : undefined);
  const named = archives.filter(({ url }) => url === name?.replace(/\/$/, ''));
  const others = archives.filter((one) => !one.onlyIfNamed && !named.includes(one));
  return [...named, ...others];
}
