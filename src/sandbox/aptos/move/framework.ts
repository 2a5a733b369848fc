import type { Address } from '../address.js';
import type { MoveFunction, MoveModule } from './module.js';
import { ACCOUNT } from './modules/account.js';
import { APTOS_ACCOUNT } from './modules/aptos-account.js';
import { aptosCoin } from './modules/aptos-coin.js';
import { COIN_MODULE, MANAGED_COIN } from './modules/coin.js';
import { FUNGIBLE_ASSET, PRIMARY_FUNGIBLE_STORE } from './modules/fungible-asset.js';
import { SAMPLE } from './modules/sample.js';

/** The modules that are on the chain. */
export class Framework {
  readonly #modules: readonly MoveModule[];

  constructor(faucet: Address) {
    this.#modules = [
      ACCOUNT,
      APTOS_ACCOUNT,
      aptosCoin(faucet),
      COIN_MODULE,
      MANAGED_COIN,
      FUNGIBLE_ASSET,
      PRIMARY_FUNGIBLE_STORE,
      SAMPLE,
    ];
  }

  module(address: Address, name: string): MoveModule | undefined {
    return this.#modules.find((module) => module.address === address && module.name === name);
  }

  function(address: Address, module: string, name: string): MoveFunction | undefined {
    return this.module(address, module)?.functions.find((each) => each.name === name);
  }
}

/** Where the sample module is. */
export const SAMPLE_MODULE = { address: SAMPLE.address, name: SAMPLE.name } as const;
