import { badRequest, CODES, notFound } from './api-error.js';
import { ALL_ASSETS, type CustodyAsset, findAsset } from './assets.js';
import type { CustodyKeys, DerivationPath } from './keys.js';

/**
 * A wallet that was made by a request, not there from the start.
 *
 * @example
 * ```ts
 * import { type CreatedWallet, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const created: readonly CreatedWallet[] = sandbox.custody.createdWallets; // [], after any reading
 * await sandbox.stop();
 * ```
 */
export interface CreatedWallet {
  /** The vault account’s id at the custody platform, such as `0`. */
  readonly vaultAccountId: string;
  /** What it is a wallet for: `XRP` or `XRP_TEST`. */
  readonly assetId: string;
}

/** A vault account of the custody platform. */
export interface VaultAccount {
  readonly id: string;
  readonly name: string;
  readonly assets: ReadonlySet<string>;
}

interface MutableVault {
  readonly id: string;
  readonly name: string;
  readonly assets: Set<string>;
}

/** The vault accounts, and which assets each has a wallet for. Reading never makes one. */
export class Vaults {
  readonly #keys: CustodyKeys;
  readonly #accounts: MutableVault[] = [];
  readonly #created: CreatedWallet[] = [];

  constructor(keys: CustodyKeys, count: number) {
    this.#keys = keys;
    const preset = ALL_ASSETS.filter((asset) => asset.preset).map((asset) => asset.id);
    for (let index = 0; index < count; index += 1) {
      this.#accounts.push({ id: `${index}`, name: `Vault ${index}`, assets: new Set(preset) });
    }
  }

  get created(): readonly CreatedWallet[] {
    return [...this.#created];
  }

  get all(): readonly VaultAccount[] {
    return this.#accounts;
  }

  add(name: string): VaultAccount {
    const account: MutableVault = { id: `${this.#accounts.length}`, name, assets: new Set() };
    this.#accounts.push(account);
    return account;
  }

  /** @throws ApiError 404 when there is none. Ids are compared as they are written. */
  account(id: string): VaultAccount {
    return this.#find(id);
  }

  createWallet(vaultAccountId: string, assetId: string): void {
    const account = this.#find(vaultAccountId);
    const asset = supportedAsset(assetId);
    if (account.assets.has(asset.id)) {
      throw badRequest(`Asset wallet ${assetId} already exists in vault ${vaultAccountId}`);
    }
    account.assets.add(asset.id);
    this.#created.push({ vaultAccountId, assetId });
  }

  /** The asset of a wallet. @throws ApiError 404 when vault or wallet is missing. */
  wallet(vaultAccountId: string, assetId: string): CustodyAsset {
    const account = this.#find(vaultAccountId);
    const asset = findAsset(assetId);
    if (asset === undefined || !account.assets.has(asset.id)) {
      throw notFound(`Asset ${assetId} does not exist in the vault account`, CODES.assetMissing);
    }
    return asset;
  }

  address(vaultAccountId: string, asset: CustodyAsset): string {
    const path = pathOf(asset, vaultAccountId, 0, 0);
    return asset.address(this.#keys.publicKey(asset.algorithm, path));
  }

  #find(id: string): MutableVault {
    const account = this.#accounts.find((candidate) => candidate.id === id);
    if (account === undefined) {
      throw notFound(`Vault account ${id} was not found`, CODES.vaultNotFound);
    }
    return account;
  }
}

/** Where the key of a vault account's asset sits. */
export function pathOf(
  asset: CustodyAsset,
  vaultAccountId: string,
  change: number,
  index: number,
): DerivationPath {
  return [44, asset.coinType, Number(vaultAccountId), change, index];
}

/** @throws ApiError when the custody platform does not know the asset. */
export function supportedAsset(assetId: string): CustodyAsset {
  const asset = findAsset(assetId);
  if (asset === undefined) {
    throw badRequest(`Asset ${assetId} is not supported`, CODES.assetNotSupported);
  }
  return asset;
}
