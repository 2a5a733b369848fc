import type { CallOptions } from '../../core/clock.js';
import type { LookUpRequest } from '../../transactions/index.js';
import type { OtherKeys } from '../../transactions/records/other-keys.js';
import { AptosNodeError } from '../errors.js';
import { nonceOf } from '../operations/terms.js';
import type { NodeTransaction } from '../result.js';
import type { AptosTransaction } from '../wire/signatories.js';
import type { UnsignedTransaction } from '../wire/transaction.js';
import type { Fullnode, Ledger } from './fullnode.js';
import type { Gone } from './pruned.js';
import { type AptosStatus, statusOf } from './status.js';

/**
 * Looks up a transaction on the ledger: by its hash, and by its account and number, since a second signature
 * gives another hash. All of it is one node's answer.
 */
export function lookUp(
  settings: { readonly ledger: Ledger; readonly otherKeys: OtherKeys | undefined },
  request: LookUpRequest<AptosTransaction>,
  options: CallOptions,
): Promise<AptosStatus> {
  const { transaction, hash, patient } = request;
  const { unsigned } = transaction;
  return settings.ledger.ask(options, async (node) => {
    const awaited = hash !== undefined && patient ? await waitFor(node, hash) : undefined;
    if (awaited) return statusOf(awaited, unsigned);
    const seen =
      nonceOf(unsigned) === undefined
        ? await lookUpNumber(node, unsigned, hash, settings.otherKeys)
        : await lookUpOrderless(node, unsigned, hash);
    if (seen.state !== 'gone') return seen;
    const { lookUpOlder } = await import('./archive.js');
    return lookUpOlder(settings, node, request, seen, options);
  });
}

/** Not every server in front of a node supports waiting; those that don't are asked as usual. */
async function waitFor(node: Fullnode, hash: string): Promise<NodeTransaction | undefined> {
  try {
    return (await node.awaitTransaction(hash)).value;
  } catch (error) {
    if (error instanceof AptosNodeError && !error.retryable) return undefined;
    throw error;
  }
}

async function lookUpNumber(
  node: Fullnode,
  unsigned: UnsignedTransaction,
  hash: string | undefined,
  otherKeys: OtherKeys | undefined,
): Promise<AptosStatus | Gone> {
  const { sender, sequenceNumber, expirationTimestampSecs } = unsigned;
  const [found, { value: account, ledger }] = await Promise.all([
    hash === undefined ? undefined : node.transaction(hash),
    node.account(sender),
  ]);
  const seen = found?.value && statusOf(found.value, unsigned);
  // A mempool may still show a transaction that can no longer land; only the ledger decides.
  if (seen && seen.state !== 'open') return seen;
  if ((account?.sequence_number ?? 0n) > sequenceNumber) {
    const { whoSpent } = await import('./spender.js');
    return whoSpent(node, unsigned, otherKeys);
  }
  // The earlier of the two answers.
  const times = [ledger, ...(found ? [found.ledger] : [])].map(({ timestamp }) => timestamp);
  if (times.every((time) => time > expirationTimestampSecs)) return { state: 'expired' };
  return seen ?? { state: 'open', seen: false };
}

/**
 * For a transaction without a number, its absence is the only evidence, and only under the one hash that our
 * signature gives. While there is no signature, only a transaction on the ledger is certain. Absence is no
 * evidence either where the node's history begins later than the transaction could have landed: a pruned node, or
 * one that was set up since, shows a transaction that never existed and one that it no longer has in the same
 * way.
 */
async function lookUpOrderless(
  node: Fullnode,
  unsigned: UnsignedTransaction,
  hash: string | undefined,
): Promise<AptosStatus | Gone> {
  if (hash === undefined) return { state: 'open', seen: false };
  const { value, ledger } = await node.transaction(hash);
  const seen = value && statusOf(value, unsigned);
  if (seen) return seen;
  if (ledger.timestamp <= unsigned.expirationTimestampSecs) return { state: 'open', seen: false };
  const { absence } = await import('./pruned.js');
  return absence(node, ledger, unsigned);
}

/** A transaction by its hash; where a node prunes, its archive is asked as well. */
export function findTransaction(
  ledger: Ledger,
  hash: string,
  options: CallOptions,
): Promise<NodeTransaction | undefined> {
  return ledger.ask(options, async (node) => {
    const { value, ledger: at } = await node.transaction(hash);
    if (value || at.oldestBlock === 0n || ledger.archives.length === 0) return value;
    const { transactionInArchives } = await import('./archive.js');
    return transactionInArchives(ledger, node, hash, options);
  });
}
