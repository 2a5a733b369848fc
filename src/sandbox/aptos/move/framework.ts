import type { Address } from '../address.js';
import type { StructType } from '../types/move-type.js';
import type { MoveFunction, MoveModule, MoveStruct } from './module.js';
import { ACCOUNT } from './modules/account.js';
import { APTOS_ACCOUNT } from './modules/aptos-account.js';
import { aptosCoin } from './modules/aptos-coin.js';
import { COIN_MODULE, MANAGED_COIN } from './modules/coin.js';
import { FIXED_POINTS } from './modules/fixed-points.js';
import { FUNGIBLE_ASSET, PRIMARY_FUNGIBLE_STORE } from './modules/fungible-asset.js';
import { SAMPLE } from './modules/sample.js';

/** The modules that are on the chain. */
export class Framework {
  readonly #modules: readonly MoveModule[];
  readonly #publicStructs: boolean;

  /** @param publicStructs - Whether arguments may be public structs and enums (feature 109). */
  constructor(faucet: Address, publicStructs: boolean) {
    this.#publicStructs = publicStructs;
    this.#modules = [
      ACCOUNT,
      APTOS_ACCOUNT,
      aptosCoin(faucet),
      COIN_MODULE,
      MANAGED_COIN,
      FUNGIBLE_ASSET,
      PRIMARY_FUNGIBLE_STORE,
      ...FIXED_POINTS,
      SAMPLE,
    ];
  }

  module(address: Address, name: string): MoveModule | undefined {
    return this.#modules.find((module) => module.address === address && module.name === name);
  }

  /** What an argument of a type is made of, where it may be an argument. */
  argumentStruct({ address, module, name }: StructType): MoveStruct | undefined {
    if (!this.#publicStructs) return undefined;
    const { structs = [] } = this.module(address, module) ?? {};
    return structs.find((each) => each.name === name && each.isPublic === true);
  }

  function(address: Address, module: string, name: string): MoveFunction | undefined {
    return this.module(address, module)?.functions.find((each) => each.name === name);
  }
}

/** Where the sample module is. */
export const SAMPLE_MODULE = { address: SAMPLE.address, name: SAMPLE.name } as const;
