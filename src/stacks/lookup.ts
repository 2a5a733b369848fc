import { equalBytes } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import type { ForeignSighting, LookUpRequest, Sighting } from '../transactions/index.js';
import type { Ledger } from './ledger.js';
import { PAGE_SIZE, type StacksNode } from './node.js';
import type { NodeTransaction } from './node-answers.js';
import { failureCodeOf, outcomeOf, type StacksTransactionResult } from './result.js';
import { digestOf, hasId, parseTransaction, type UnsignedTransaction } from './wire.js';

type StacksSighting = Sighting<StacksTransactionResult>;

/** How far back whoever spent a nonce is looked for: 500 transactions. */
const MAX_PAGES = 10;

/**
 * What the chain knows of a transaction: by its id, and by its account and nonce, since a second
 * signature gives another id. All of it is one node's word. Nothing expires here, and nothing that a
 * mempool says is final: dead is only what another transaction has spent the nonce of.
 */
export function lookUp(
  ledger: Ledger,
  { transaction, hash }: LookUpRequest<UnsignedTransaction>,
  options: CallOptions,
): Promise<StacksSighting> {
  return ledger.ask(options, async (node) => {
    const found = hash === undefined ? undefined : await node.transaction(hash);
    if (found && !isAbout(found, transaction)) {
      return { state: 'unknown', reason: 'the node shows another transaction under this id' };
    }
    const seen = found && sightingOf(found);
    if (seen && !(seen.state === 'open' && seen.dropped !== undefined)) return seen;
    const { nonce } = await node.account(transaction.sender);
    if (nonce > transaction.nonce) return whoSpent(node, transaction);
    return seen ?? { state: 'open', seen: false };
  });
}

function isAbout(found: NodeTransaction, { sender, nonce }: UnsignedTransaction): boolean {
  return found.sender_address === sender && BigInt(found.nonce) === nonce;
}

function sightingOf(found: NodeTransaction): StacksSighting {
  const { tx_id: hash, tx_status: status } = found;
  switch (outcomeOf(found)) {
    case 'success':
      return { state: 'confirmed', hash, result: found };
    case 'failed':
      return { state: 'failed', hash, code: failureCodeOf(found), result: found };
    case 'pending':
      return { state: 'open', seen: true };
    case 'unknown':
      return { state: 'open', seen: false, dropped: `the node calls it ${status}` };
  }
}

async function whoSpent(
  node: StacksNode,
  transaction: UnsignedTransaction,
): Promise<StacksSighting> {
  const spender = await findSpender(node, transaction);
  if (!spender) return { state: 'unknown', reason: 'the node does not show who spent its nonce' };
  const raw = await node.rawTransaction(spender.tx_id);
  if (raw === undefined || !hasId(raw, spender.tx_id)) {
    return { state: 'unknown', reason: 'the node does not have the bytes of who spent its nonce' };
  }
  if (!isSame(raw, transaction)) return { state: 'replaced', by: spender.tx_id };
  return sightingOf(spender);
}

/** The transaction in the account's history that has the nonce. */
async function findSpender(
  node: StacksNode,
  { sender, nonce }: UnsignedTransaction,
): Promise<NodeTransaction | undefined> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const offset = page * PAGE_SIZE;
    const { results, total } = await node.transactionsOf(sender, { limit: PAGE_SIZE, offset });
    const sent = results.filter((one) => one.sender_address === sender && one.canonical !== false);
    const spender = sent.find((one) => BigInt(one.nonce) === nonce);
    if (spender) return spender;
    const isPast = sent.some((one) => BigInt(one.nonce) < nonce);
    if (isPast || offset + PAGE_SIZE >= total) return undefined;
  }
  return undefined;
}

/** Whether bytes are of the same transaction, whoever signed them. */
function isSame(raw: string, transaction: UnsignedTransaction): boolean {
  try {
    const other = parseTransaction(raw, 'transaction');
    return equalBytes(digestOf(other).digest, digestOf(transaction).digest);
  } catch {
    // Of a kind that is not made here.
    return false;
  }
}

/** What the chain knows of a transaction that was not built here. */
export function lookUpHash(
  ledger: Ledger,
  hash: string,
  options: CallOptions,
): Promise<ForeignSighting<StacksTransactionResult> | undefined> {
  return ledger.ask(options, async (node) => {
    const found = await node.transaction(hash);
    if (!found) return undefined;
    const sighting = sightingOf(found);
    const isFinal = sighting.state === 'confirmed' || sighting.state === 'failed';
    return { number: BigInt(found.nonce), outcome: isFinal ? sighting : undefined };
  });
}
