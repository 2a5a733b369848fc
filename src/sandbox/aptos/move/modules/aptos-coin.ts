import { FRAMEWORK, FUNGIBLE_ASSETS } from '../../address.js';
import { addressArgument, integerArgument, senderOf } from '../call.js';
import { type AbortReason, MoveAbort } from '../failures.js';
import { deposit, ensurePrimaryStore } from '../fungible-assets.js';
import { entry, type MoveModule } from '../module.js';

const NO_CAPABILITIES: AbortReason = {
  module: 'aptos_coin',
  category: 'not-found',
  reason: 1,
  name: 'ENO_CAPABILITIES',
  description: 'Account does not have mint capability',
};

/** `0x1::aptos_coin`: the native coin, which only `faucet` can make. */
export function aptosCoin(faucet: string): MoveModule {
  return {
    address: FRAMEWORK,
    name: 'aptos_coin',
    structs: [{ name: 'AptosCoin', fields: [{ name: 'dummy_field', type: 'bool' }] }],
    functions: [
      entry('mint', { params: ['&signer', 'address', 'u64'] }, (call) => {
        if (senderOf(call) !== faucet) throw new MoveAbort(NO_CAPABILITIES);
        const amount = integerArgument(call, 1);
        deposit(call, ensurePrimaryStore(call, addressArgument(call, 0), FUNGIBLE_ASSETS), amount);
      }),
    ],
  };
}
