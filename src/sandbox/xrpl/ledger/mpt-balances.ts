import type { MPToken } from './entries.js';
import { mptIssuanceKey, mptokenKey } from './keys.js';
import { adjustOwnerCount, insertOwned } from './owned.js';
import type { ReadView, WorkView } from './view.js';

/** What a holder has of a multi-purpose token. */
export function heldBy(view: ReadView, id: string, holder: string): bigint {
  return BigInt(view.mptoken(id, holder)?.MPTAmount ?? 0);
}

/** Adds to a holder's balance; what is negative takes away. A balance of nothing is left out. */
export function creditMpt(view: WorkView, id: string, holder: string, by: bigint): void {
  const entry = view.mptoken(id, holder);
  if (entry === undefined) return;
  const { MPTAmount = '0', ...rest } = entry;
  const after = BigInt(MPTAmount) + by;
  const changed = after === 0n ? rest : { ...rest, MPTAmount: after.toString() };
  view.put(mptokenKey(id, holder), changed);
}

/** More of it is out, or less. */
export function adjustOutstanding(view: WorkView, id: string, by: bigint): void {
  const entry = view.mptIssuance(id);
  if (entry === undefined) return;
  const OutstandingAmount = (BigInt(entry.OutstandingAmount) + by).toString();
  view.put(mptIssuanceKey(id), { ...entry, OutstandingAmount });
}

/** A place for a balance. */
export function openMpt(view: WorkView, id: string, holder: string): void {
  const entry: MPToken = {
    LedgerEntryType: 'MPToken',
    Account: holder,
    Flags: 0,
    MPTokenIssuanceID: id,
    OwnerNode: '0',
  };
  insertOwned(view, mptokenKey(id, holder), entry, holder);
  adjustOwnerCount(view, holder, 1);
}
