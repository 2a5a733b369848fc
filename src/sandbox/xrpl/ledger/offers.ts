import {
  type Amount,
  type Asset,
  assetOf,
  readAmount,
  signOf,
  writeAmount,
} from '../values/amounts.js';
import type { TokenValue } from '../values/token-value.js';
import type { DirectoryNode, Offer } from './entries.js';
import {
  accountId,
  bookDirectoryKey,
  bookPrefix,
  currencyBytes,
  decodeQuality,
  offerKey,
} from './keys.js';
import {
  addToDirectory,
  adjustOwnerCount,
  eraseOwned,
  insertOwned,
  removeFromDirectory,
} from './owned.js';
import type { ReadView, WorkView } from './view.js';

/** An offer in an order book, with its amounts read. */
export interface BookOffer {
  readonly key: string;
  readonly entry: Offer;
  /** What a taker pays for it. */
  readonly pays: Amount;
  /** What a taker gets for it. */
  readonly gets: Amount;
  /** What it asked when it was placed: pays divided by gets. Partial fills don't change it. */
  readonly rate: TokenValue;
}

/** The offers of a book, best first, and the oldest first among equals. */
export function* offersOf(view: ReadView, pays: Asset, gets: Asset): Generator<BookOffer> {
  for (const root of view.keysUnder(bookPrefix(pays, gets))) {
    for (const key of view.directory(root)?.Indexes ?? []) {
      const offer = readOffer(view, key);
      if (offer !== undefined) yield offer;
    }
  }
}

function readOffer(view: ReadView, key: string): BookOffer | undefined {
  const entry = view.offer(key);
  const pays = readAmount(entry?.TakerPays);
  const gets = readAmount(entry?.TakerGets);
  if (entry === undefined || pays === undefined || gets === undefined) return undefined;
  return { key, entry, pays, gets, rate: decodeQuality(entry.BookDirectory) };
}

/** What a new offer is made of. */
export interface NewOffer {
  readonly account: string;
  readonly sequence: number;
  readonly pays: Amount;
  readonly gets: Amount;
  /** The directory of its original rate, which decides its place in the book. */
  readonly directory: string;
  readonly flags: number;
  readonly expiration?: number;
}

export function placeOffer(view: WorkView, offer: NewOffer): void {
  const key = offerKey(offer.account, offer.sequence);
  const entry: Offer = {
    LedgerEntryType: 'Offer',
    Account: offer.account,
    BookDirectory: offer.directory,
    BookNode: '0',
    ...(offer.expiration === undefined ? {} : { Expiration: offer.expiration }),
    Flags: offer.flags,
    OwnerNode: '0',
    Sequence: offer.sequence,
    TakerGets: writeAmount(offer.gets),
    TakerPays: writeAmount(offer.pays),
  };
  insertOwned(view, key, entry, offer.account);
  adjustOwnerCount(view, offer.account, 1);
  addToDirectory(view, offer.directory, key, bookIdentity(offer));
}

function bookIdentity({ pays, gets, directory }: NewOffer): Partial<DirectoryNode> {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
  const part = (asset: Asset) => ({
    currency: asset.kind === 'xrp' ? '0'.repeat(40) : hex(currencyBytes(asset.currency)),
    issuer: asset.kind === 'xrp' ? '0'.repeat(40) : hex(accountId(asset.issuer)),
  });
  const [payed, got] = [part(assetOf(pays)), part(assetOf(gets))];
  return {
    ExchangeRate: directory.slice(-16),
    TakerGetsCurrency: got.currency,
    TakerGetsIssuer: got.issuer,
    TakerPaysCurrency: payed.currency,
    TakerPaysIssuer: payed.issuer,
  };
}

export function deleteOffer(view: WorkView, key: string): void {
  const offer = view.offer(key);
  if (offer === undefined) return;
  eraseOwned(view, key, offer.Account);
  removeFromDirectory(view, offer.BookDirectory, key);
  adjustOwnerCount(view, offer.Account, -1);
}

/** Leaves of an offer what was not taken; with nothing left on either side it ends. */
export function reduceOffer(view: WorkView, offer: BookOffer, pays: Amount, gets: Amount): void {
  if (signOf(pays) <= 0 || signOf(gets) <= 0) {
    deleteOffer(view, offer.key);
    return;
  }
  const TakerPays = writeAmount(pays);
  const TakerGets = writeAmount(gets);
  view.put(offer.key, { ...offer.entry, TakerPays, TakerGets });
}

/** Where an offer of these amounts has its place. */
export function directoryOf(pays: Amount, gets: Amount): string {
  return bookDirectoryKey(pays, gets);
}

export function hasExpired(view: ReadView, expiration: number | undefined): boolean {
  return expiration !== undefined && expiration <= view.facts.parentCloseTime;
}
