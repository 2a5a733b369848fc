import { Cl, type ClarityValue } from '@stacks/transactions';
import {
  argument,
  buffType,
  type CallContext,
  type ModelContract,
  optionalType,
  publicFunction,
  responseType,
} from './contract.js';
import type { ModelMachine } from './model-machine.js';

/**
 * A model of a pool that stakes under pox-5 through a wrapper of its own, as Stacking DAO's native pool
 * does: its signer manager takes nobody who does not come that way.
 */
export function nativePoolContract(machine: ModelMachine, id: string, pox5: string): ModelContract {
  const call = (functionName: string, args: readonly ClarityValue[], context: CallContext) =>
    machine.invoke({ contract: pox5, functionName, args }, { ...context, caller: id });
  const response = responseType('none');
  return {
    id,
    exists: () => machine.pox === 'pox-5',
    functions: [
      publicFunction(
        'delegate',
        { 'signer-manager': 'trait_reference', 'amount-ustx': 'uint128', 'num-cycles': 'uint128' },
        response,
        (args, context) =>
          call('stake', [...args, Cl.uint(machine.burnHeight), Cl.none()], context),
      ),
      publicFunction(
        'delegate-update',
        {
          'signer-manager': 'trait_reference',
          'old-signer-manager': 'trait_reference',
          'cycles-to-extend': 'uint128',
          'amount-increase': 'uint128',
          'signer-calldata': optionalType(buffType(500)),
        },
        response,
        (args, context) => call('stake-update', args, context),
      ),
      publicFunction(
        'undelegate',
        { 'signer-manager': 'trait_reference' },
        response,
        (args, context) => call('unstake', [argument(args, 0)], context),
      ),
    ],
  };
}
