import { sha3_256 } from '@noble/hashes/sha3.js';
import * as z from 'zod/mini';
import { bytesToHex, concatBytes, fromHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import { isObject } from '../core/json.js';
import type { Preview, Previewed, PreviewedBalance } from '../gateway/preview.js';
import type { Fullnode } from './node/fullnode.js';
import type { AptosParts } from './parts.js';
import { long } from './wire/address.js';
import type { LegibleTransaction } from './wire/legible.js';
import { rebuild } from './wire/payload.js';
import { simulatedTransaction } from './wire/signing.js';

/** A preview has nothing of the nonce that was drawn for it: the call draws another. */
export function withoutDrawn(preview: Preview<LegibleTransaction>): Preview<LegibleTransaction> {
  const [explained] = preview.transactions;
  const payload = explained?.transaction.payload;
  if (!explained || payload?.kind !== 'inner' || payload.replayProtectionNonce === undefined)
    return preview;
  const { number: _, ...rest } = preview;
  const { replayProtectionNonce: __, ...others } = payload;
  const transaction = { ...explained.transaction, payload: others };
  return { ...rest, transactions: [{ ...explained, transaction }] };
}

/** What the trial of a node changes of the account's balances; nothing where it can't be told. */
export async function balancesOf(
  { ledger, transactions }: AptosParts,
  { request, explained, isTried }: Previewed<LegibleTransaction>,
  options: CallOptions,
): Promise<readonly PreviewedBalance[] | undefined> {
  const [payload] = [request.unhashedPayload].flat();
  const transaction = isTried ? rebuild(payload) : undefined;
  if (!transaction) return undefined;
  // One message for each signer, all with the same bytes.
  const signers = await Promise.all(
    request.messages.map(({ key }) => transactions.account(key.id, options)),
  );
  const keys = signers.map(({ publicKey }) => publicKey.bytes);
  const bytes = simulatedTransaction(transaction, keys);
  return ledger.once(options, async (node) => {
    const { value, ledger: at } = await node.simulate(bytes, { price: false, gas: false });
    const stores = value.success ? storesIn(value.changes, explained.account) : undefined;
    return stores && balancesIn(node, stores, at.version);
  });
}

/** Where an account keeps an asset, and how much of it there is. */
interface Store {
  readonly address: string;
  /** The resource's type. */
  readonly type: string;
  readonly asset: string;
  readonly amount: string;
}

const resource = z.looseObject({ data: z.unknown() });
const MISSING = ['resource_not_found', 'account_not_found'];

/** More stores than a transaction of one account changes. */
const MAX_STORES = 20;

const FUNGIBLE = '0x1::fungible_asset::FungibleStore';
/** Its amount stands beside the store, where several transactions may change it at once. */
const CONCURRENT = '0x1::fungible_asset::ConcurrentFungibleBalance';
const COIN = /^0x1::coin::CoinStore<([\w:<>, ]{1,512})>$/;

async function balancesIn(
  node: Fullnode,
  stores: readonly Store[],
  version: bigint,
): Promise<readonly PreviewedBalance[] | undefined> {
  const before = await Promise.all(
    stores.map(async ({ address, type }) => {
      const path = `/accounts/${address}/resource/${encodeURIComponent(type)}?ledger_version=${version}`;
      const { value: found } = await node.orMissing(path, resource, MISSING);
      return found ? storeIn(address, type, found.data)?.amount : '0';
    }),
  );
  const balances = stores.flatMap(({ asset, amount: after }, index) => {
    const was = before[index];
    return was === undefined ? [] : [{ asset, before: was, after }];
  });
  const changed = balances.filter((balance) => balance.before !== balance.after);
  return balances.length < stores.length || changed.length === 0 ? undefined : changed;
}

/** The account's own stores among what a transaction writes; `undefined` if they are illegible. */
function storesIn(changes: unknown, account: string): readonly Store[] | undefined {
  if (!Array.isArray(changes)) return undefined;
  const all: readonly unknown[] = changes;
  const found = all.map((change) => ownStoreIn(change, account));
  const stores = found.flatMap((store) => (store === 'other' ? [] : (store ?? [])));
  return found.includes(undefined) || stores.length > MAX_STORES ? undefined : stores;
}

function ownStoreIn(change: unknown, account: string): Store | 'other' | undefined {
  if (!isObject(change) || change.type !== 'write_resource') return 'other';
  const { address, data: resource } = change;
  if (typeof address !== 'string' || !isObject(resource)) return undefined;
  const { type, data } = resource;
  if (typeof type !== 'string') return undefined;
  const at = long(address);
  if (type === CONCURRENT) return undefined;
  if (type === FUNGIBLE) {
    const store = storeIn(at, type, data);
    return store && (at === primaryStoreOf(account, store.asset) ? store : 'other');
  }
  return COIN.test(type) && at === account ? storeIn(at, type, data) : 'other';
}

function storeIn(address: string, type: string, data: unknown): Store | undefined {
  if (!isObject(data)) return undefined;
  const { balance, metadata, coin } = data;
  const amount = type === FUNGIBLE ? balance : isObject(coin) ? coin.value : undefined;
  const asset = type === FUNGIBLE ? addressIn(metadata) : COIN.exec(type)?.[1];
  const isAmount = typeof amount === 'string' && /^\d{1,20}$/.test(amount);
  return isAmount && asset !== undefined ? { address, type, asset, amount } : undefined;
}

function addressIn(object: unknown): string | undefined {
  const inner = isObject(object) ? object.inner : undefined;
  return typeof inner === 'string' && /^0x[0-9a-f]{1,64}$/.test(inner) ? inner : undefined;
}

/** What an object's address is made with, where it follows from its owner and another address. */
const DERIVED = Uint8Array.of(0xfc);

/** Where an account keeps an asset, unless it makes further stores. */
function primaryStoreOf(account: string, asset: string): string {
  const [owner, metadata] = [account, long(asset)].map((address) => fromHex(address.slice(2)));
  if (!owner || !metadata) return '';
  return `0x${bytesToHex(sha3_256(concatBytes(owner, metadata, DERIVED)))}`;
}
