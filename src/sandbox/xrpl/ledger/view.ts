import { isDeepStrictEqual } from 'node:util';
import type {
  AccountRoot,
  Credential,
  DirectoryNode,
  LedgerEntry,
  MPToken,
  MPTokenIssuance,
  Offer,
  RippleState,
  SignerList,
  Ticket,
} from './entries.js';
import type { NetworkFees } from './fees.js';
import {
  accountKey,
  credentialKey,
  lineKey,
  mptIssuanceKey,
  mptokenKey,
  ownerDirectoryKey,
  signerListKey,
} from './keys.js';
import type { EntrySource } from './state-history.js';

/** What a transaction may know of the ledger it is applied to. */
export interface LedgerFacts {
  /** The ledger that the view is of. */
  readonly index: number;
  /** When the ledger before it closed, in seconds since 2000: the time that expirations know. */
  readonly parentCloseTime: number;
  readonly fees: NetworkFees;
}

/** One change of an entry, from how it was to how it is. */
export interface EntryChange {
  readonly key: string;
  readonly before: LedgerEntry | undefined;
  readonly after: LedgerEntry | undefined;
}

/** A state that can be read. */
export class ReadView implements EntrySource {
  readonly facts: LedgerFacts;
  readonly #source: EntrySource;

  constructor(source: EntrySource, facts: LedgerFacts) {
    this.#source = source;
    this.facts = facts;
  }

  get(key: string): LedgerEntry | undefined {
    return this.#source.get(key);
  }

  keysUnder(prefix: string): readonly string[] {
    return this.#source.keysUnder(prefix);
  }

  account(address: string): AccountRoot | undefined {
    const entry = this.get(accountKey(address));
    return entry?.LedgerEntryType === 'AccountRoot' ? entry : undefined;
  }

  line(a: string, b: string, currency: string): RippleState | undefined {
    return this.lineAt(lineKey(a, b, currency));
  }

  lineAt(key: string): RippleState | undefined {
    const entry = this.get(key);
    return entry?.LedgerEntryType === 'RippleState' ? entry : undefined;
  }

  offer(key: string): Offer | undefined {
    const entry = this.get(key);
    return entry?.LedgerEntryType === 'Offer' ? entry : undefined;
  }

  ticket(key: string): Ticket | undefined {
    const entry = this.get(key);
    return entry?.LedgerEntryType === 'Ticket' ? entry : undefined;
  }

  signerList(address: string): SignerList | undefined {
    const entry = this.get(signerListKey(address));
    return entry?.LedgerEntryType === 'SignerList' ? entry : undefined;
  }

  credential(subject: string, issuer: string, type: string): Credential | undefined {
    const entry = this.get(credentialKey(subject, issuer, type));
    return entry?.LedgerEntryType === 'Credential' ? entry : undefined;
  }

  mptIssuance(id: string): MPTokenIssuance | undefined {
    const entry = this.get(mptIssuanceKey(id));
    return entry?.LedgerEntryType === 'MPTokenIssuance' ? entry : undefined;
  }

  mptoken(id: string, holder: string): MPToken | undefined {
    const entry = this.get(mptokenKey(id, holder));
    return entry?.LedgerEntryType === 'MPToken' ? entry : undefined;
  }

  directory(key: string): DirectoryNode | undefined {
    const entry = this.get(key);
    return entry?.LedgerEntryType === 'DirectoryNode' ? entry : undefined;
  }

  /** The keys of what an account owns, oldest first. Trust lines are in both parties' directories. */
  ownedKeys(address: string): readonly string[] {
    return this.directory(ownerDirectoryKey(address))?.Indexes ?? [];
  }
}

/** A state that can be changed without touching the one it stands on. */
export class WorkView extends ReadView {
  readonly #base: EntrySource;
  readonly #changes = new Map<string, LedgerEntry | undefined>();

  constructor(base: EntrySource, facts: LedgerFacts) {
    super(base, facts);
    this.#base = base;
  }

  /** A view on top of this one, to be thrown away or {@link commit}ted. */
  nested(): WorkView {
    return new WorkView(this, this.facts);
  }

  override get(key: string): LedgerEntry | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
  }

  override keysUnder(prefix: string): readonly string[] {
    const keys = new Set(this.#base.keysUnder(prefix));
    for (const [key, entry] of this.#changes) {
      if (!key.startsWith(prefix)) continue;
      if (entry === undefined) keys.delete(key);
      else keys.add(key);
    }
    return [...keys].sort();
  }

  put(key: string, entry: LedgerEntry): void {
    this.#changes.set(key, entry);
  }

  erase(key: string): void {
    this.#changes.set(key, undefined);
  }

  putAccount(account: AccountRoot): void {
    this.put(accountKey(account.Account), account);
  }

  /** What differs from the state below, in the order in which it was first touched. */
  changes(): readonly EntryChange[] {
    const changes: EntryChange[] = [];
    for (const [key, after] of this.#changes) {
      const before = this.#base.get(key);
      // Touched is not changed: an entry may have come out as it went in.
      if (!isDeepStrictEqual(before, after)) changes.push({ key, before, after });
    }
    return changes;
  }

  /** Writes the changes into the view that this one was {@link nested} in. */
  commit(parent: WorkView): void {
    for (const [key, entry] of this.#changes) {
      if (entry === undefined) parent.erase(key);
      else parent.put(key, entry);
    }
  }
}
