import { Cl, type ClarityAbiType } from '@stacks/transactions';
import { cycleOf, cycleStart } from '../machine.js';
import {
  argument,
  type ModelFunction,
  readOnlyFunction,
  responseType,
  tupleType,
  uintOf,
} from './contract.js';
import type { ModelMachine } from './model-machine.js';

const POX_INFO: ClarityAbiType = tupleType({
  'first-burnchain-block-height': 'uint128',
  'min-amount-ustx': 'uint128',
  'prepare-cycle-length': 'uint128',
  'reward-cycle-id': 'uint128',
  'reward-cycle-length': 'uint128',
  'total-liquid-supply-ustx': 'uint128',
});

/** What pox-4 and pox-5 answer alike. */
export function poxInfoFunctions(machine: ModelMachine): readonly ModelFunction[] {
  const { cycles } = machine;
  const current = () => cycleOf(cycles, machine.burnHeight);
  return [
    readOnlyFunction('get-pox-info', {}, responseType(POX_INFO, 'none'), () =>
      Cl.ok(
        Cl.tuple({
          'first-burnchain-block-height': Cl.uint(cycles.firstBurnHeight),
          'min-amount-ustx': Cl.uint(machine.stackingMinimum),
          'prepare-cycle-length': Cl.uint(cycles.prepareLength),
          'reward-cycle-id': Cl.uint(current()),
          'reward-cycle-length': Cl.uint(cycles.cycleLength),
          'total-liquid-supply-ustx': Cl.uint(machine.totalSupply),
        }),
      ),
    ),
    readOnlyFunction('current-pox-reward-cycle', {}, 'uint128', () => Cl.uint(current())),
    readOnlyFunction('reward-cycle-to-burn-height', { cycle: 'uint128' }, 'uint128', (args) =>
      Cl.uint(cycleStart(cycles, Number(uintOf(argument(args, 0))))),
    ),
    readOnlyFunction('burn-height-to-reward-cycle', { height: 'uint128' }, 'uint128', (args) =>
      Cl.uint(cycleOf(cycles, Number(uintOf(argument(args, 0))))),
    ),
  ];
}
