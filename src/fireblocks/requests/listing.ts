import { InvalidInputError } from '../../core/errors.js';
import { emitterFor } from '../../core/events.js';
import type { ListingOptions, SigningKey } from '../../signer/raw-signer.js';
import type { CustodyTransaction, FireblocksClient } from '../client.js';
import { derivationPathOf } from '../rest/addressing.js';
import { recordedMessages } from './records.js';

/** The longest approval window at Fireblocks is 24 hours; an hour more for the steps after it. */
const WINDOW_MS = 25 * 60 * 60 * 1_000;
/** The largest page that Fireblocks returns. */
const PAGE = 500;
const LOOKED_AT = 10_000;

/**
 * A key's transactions of the last 25 hours that carry an external id, oldest first. No more than the latest 10,000
 * are read, or {@link ListingOptions.atMost}; for a key by path, the transactions of all vault accounts count.
 */
export async function listRecords(
  client: FireblocksClient,
  key: SigningKey,
  now: number,
  { atMost = LOOKED_AT, onCut, ...options }: ListingOptions = {},
): Promise<readonly CustodyTransaction[]> {
  if (!(atMost >= 1)) throw new InvalidInputError('atMost', 'must be 1 or more');
  // A RAW request by path names no source account, so Fireblocks can't filter by it.
  const sourceId = key.path ? {} : { sourceId: key.id };
  const seen = new Map<string, CustodyTransaction>();
  let before: number | undefined;
  for (let left = Math.min(atMost, LOOKED_AT); ; ) {
    const limit = Math.min(PAGE, left);
    const range = {
      after: Math.floor(now) - WINDOW_MS,
      ...(before === undefined ? {} : { before }),
    };
    const query = { ...range, ...sourceId, limit };
    const transactions = await client.listTransactions(query, options);
    const known = seen.size;
    for (const transaction of transactions) seen.set(transaction.id, transaction);
    const oldest = transactions.at(-1)?.createdAt;
    if (transactions.length < limit) break;
    left -= limit;
    if (left <= 0 || seen.size === known || !oldest) {
      emitterFor(onCut)(seen.size);
      break;
    }
    // Several may have been made in one millisecond, on both sides of the page's end.
    before = oldest + 1;
  }
  return [...seen.values()].filter((transaction) => isOf(transaction, key)).reverse();
}

function isOf(transaction: CustodyTransaction, key: SigningKey): boolean {
  if (!transaction.externalTxId) return false;
  const path = derivationPathOf(key)?.join('/');
  if (path === undefined) {
    const { assetId, source } = transaction;
    return (!assetId || assetId === key.assetId) && (!source?.id || source.id === key.id);
  }
  return recordedMessages(transaction).some((message) => message.path?.join('/') === path);
}
