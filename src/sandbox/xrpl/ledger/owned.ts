import type { AccountRoot, DirectoryNode, LedgerEntry } from './entries.js';
import { accountReserve } from './fees.js';
import { ownerDirectoryKey, ticketKey } from './keys.js';
import type { ReadView, WorkView } from './view.js';

/** What an account owns: directories, owner counts, and the reserve that they cost. */

/** Creates an entry and lists it in its owners' directories. */
export function insertOwned(
  view: WorkView,
  key: string,
  entry: LedgerEntry,
  ...owners: readonly string[]
): void {
  view.put(key, entry);
  for (const owner of owners) {
    const root = ownerDirectoryKey(owner);
    addToDirectory(view, root, key, { Owner: owner });
  }
}

export function eraseOwned(view: WorkView, key: string, ...owners: readonly string[]): void {
  view.erase(key);
  for (const owner of owners) removeFromDirectory(view, ownerDirectoryKey(owner), key);
}

/** Lists a key in a directory, which begins to exist with its first key. */
export function addToDirectory(
  view: WorkView,
  root: string,
  key: string,
  identity: Partial<DirectoryNode>,
): void {
  const existing = view.directory(root);
  view.put(
    root,
    existing === undefined
      ? {
          LedgerEntryType: 'DirectoryNode',
          Flags: 0,
          RootIndex: root,
          ...identity,
          Indexes: [key],
        }
      : { ...existing, Indexes: [...existing.Indexes, key] },
  );
}

/** Takes a key out of a directory, which ends with its last key. */
export function removeFromDirectory(view: WorkView, root: string, key: string): void {
  const existing = view.directory(root);
  if (existing === undefined) return;
  const Indexes = existing.Indexes.filter((other) => other !== key);
  if (Indexes.length === 0) view.erase(root);
  else view.put(root, { ...existing, Indexes });
}

export function adjustOwnerCount(view: WorkView, address: string, by: number): void {
  const account = view.account(address);
  if (account === undefined) return;
  view.putAccount({ ...account, OwnerCount: Math.max(0, account.OwnerCount + by) });
}

/** Whether `balance` drops cover the reserve of an account that owns `more` entries than now. */
export function coversReserve(
  view: ReadView,
  account: AccountRoot,
  balance: bigint,
  more: number,
): boolean {
  return balance >= accountReserve(view.facts.fees, account.OwnerCount + more);
}

/** What an account can spend, in drops: its balance above the reserve. */
export function spendableDrops(view: ReadView, address: string, moreOwned = 0): bigint {
  const account = view.account(address);
  if (account === undefined) return 0n;
  const reserve = accountReserve(view.facts.fees, Math.max(0, account.OwnerCount + moreOwned));
  const rest = BigInt(account.Balance) - reserve;
  return rest > 0n ? rest : 0n;
}

/** Adds to an account's balance, in drops; what is negative takes away. */
export function creditDrops(view: WorkView, address: string, drops: bigint): void {
  const account = view.account(address);
  if (account === undefined) return;
  view.putAccount({ ...account, Balance: (BigInt(account.Balance) + drops).toString() });
}

/** Uses a ticket up. */
export function eraseTicket(view: WorkView, address: string, sequence: number): void {
  eraseOwned(view, ticketKey(address, sequence), address);
  const account = view.account(address);
  if (account === undefined) return;
  const { TicketCount = 0, ...rest } = account;
  view.putAccount(TicketCount <= 1 ? rest : { ...rest, TicketCount: TicketCount - 1 });
  adjustOwnerCount(view, address, -1);
}
