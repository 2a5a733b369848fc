import { formatAmount } from '../../core/amount.js';
import type { CallOptions } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { isNativeCoin, NATIVE_COIN, NATIVE_DECIMALS } from '../wire/native-coin.js';
import type { Ledger } from './fullnode.js';
import type { Indexer } from './indexer.js';
import type { IndexedBalance } from './indexer-answers.js';

/** An amount of the native coin. */
export interface AptosBalance {
  /** In octas. */
  readonly amount: string;
  /** Always 8: a coin is 100,000,000 octas. */
  readonly decimals: number;
  /** The same in whole coins, exactly: `0.00000001` is one octa. */
  readonly value: string;
  /** The coin's type. The coin's name proves nothing. */
  readonly assetType: string;
  /** The ledger version of this balance. */
  readonly ledgerVersion: string;
}

/** An account's balance of one asset in one store. */
export interface AptosTokenBalance {
  /** A coin's type, or the address of a fungible asset's metadata; only this identifies the asset. */
  readonly assetType: string;
  /** In the asset's base units. */
  readonly amount: string;
  /** `undefined` if unknown. */
  readonly decimals: number | undefined;
  /** The same in whole units, exactly. */
  readonly value: string | undefined;
  /** The name that its issuer chose. An issuer may choose the name and the symbol of another asset. */
  readonly name: string | undefined;
  /** The symbol that its issuer chose, which proves as little. `undefined` if unknown. */
  readonly symbol: string | undefined;
  /** Whether the issuer has frozen it. */
  readonly isFrozen: boolean;
  /** Whether it is the account's own store of this asset, rather than another that it owns. */
  readonly isPrimary: boolean;
  /** Whether it is the chain's own coin, in either of its two forms. */
  readonly isNative: boolean;
  /** `v1` for coins, `v2` for fungible assets. */
  readonly standard: string;
  /** The address of the store that keeps it. */
  readonly storageId: string;
}

/** Data about an asset that an account holds, or once held. */
export interface AptosCoinData {
  /** A coin's type, or the address of a fungible asset's metadata; only this identifies the asset. */
  readonly assetType: string;
  /** `v1` for coins, `v2` for fungible assets. */
  readonly standard: string;
  /** How many decimals a whole unit has. `undefined` if the indexer has no metadata. */
  readonly decimals: number | undefined;
  /** The name that its issuer chose. An issuer may choose the name and the symbol of another asset. */
  readonly name: string | undefined;
  /** The symbol that its issuer chose; it proves nothing. */
  readonly symbol: string | undefined;
  /** The address of an icon, which the issuer chose. `undefined` if unknown. */
  readonly iconUri: string | undefined;
  /** The address of a website, which the issuer chose. `undefined` if unknown. */
  readonly projectUri: string | undefined;
  /** The account that created the asset, by the indexer's word. `undefined` if unknown. */
  readonly creatorAddress: string | undefined;
  /** Whether it is the chain's own coin, in either of its two forms. */
  readonly isNative: boolean;
}

/**
 * The native coin, by the node's own count: a coin and the asset that it is paired with are one
 * balance, whichever of the two forms it is kept in.
 */
export async function readBalance(
  ledger: Ledger,
  address: string,
  options: CallOptions,
): Promise<AptosBalance> {
  const call = {
    function: '0x1::coin::balance',
    type_arguments: [NATIVE_COIN],
    arguments: [address],
  };
  const { value, ledger: at } = await ledger.ask(options, (node) => node.view(call));
  const [amount] = value;
  if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) {
    throw new UnexpectedAnswerError('aptos', '/view: the balance is not as documented');
  }
  return {
    amount,
    decimals: NATIVE_DECIMALS,
    value: formatAmount(BigInt(amount), NATIVE_DECIMALS),
    assetType: NATIVE_COIN,
    ledgerVersion: at.version.toString(),
  };
}

/** Everything that an account holds, as the indexer shows it. */
export async function readBalances(
  indexer: Indexer,
  address: string,
  options: CallOptions,
): Promise<readonly AptosTokenBalance[]> {
  const rows = await indexer.balances(address, options);
  return rows.filter(({ amount }) => amount !== '0').map(balanceOf);
}

function balanceOf(row: IndexedBalance): AptosTokenBalance {
  const { amount, metadata } = row;
  const decimals = metadata?.decimals;
  return {
    assetType: row.asset_type,
    amount,
    decimals,
    value: decimals === undefined ? undefined : formatAmount(BigInt(amount), decimals),
    name: metadata?.name,
    symbol: metadata?.symbol,
    isFrozen: row.is_frozen,
    isPrimary: row.is_primary ?? true,
    isNative: isNativeCoin(row.asset_type),
    standard: row.token_standard,
    storageId: row.storage_id,
  };
}

/** Data about every asset that an account holds, or once held. */
export async function readCoinsData(
  indexer: Indexer,
  address: string,
  options: CallOptions,
): Promise<readonly AptosCoinData[]> {
  const rows = await indexer.balances(address, options);
  const byType = new Map(rows.map((row) => [row.asset_type, coinDataOf(row)]));
  return [...byType.values()];
}

function coinDataOf({ asset_type, token_standard, metadata }: IndexedBalance): AptosCoinData {
  return {
    assetType: asset_type,
    standard: token_standard,
    decimals: metadata?.decimals,
    name: metadata?.name,
    symbol: metadata?.symbol,
    iconUri: metadata?.icon_uri ?? undefined,
    projectUri: metadata?.project_uri ?? undefined,
    creatorAddress: metadata?.creator_address ?? undefined,
    isNative: isNativeCoin(asset_type),
  };
}
