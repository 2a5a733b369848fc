import { Cl, ClarityType } from '@stacks/transactions';
import { argument, type ModelContract, publicFunction, responseType } from './contract.js';
import type { ModelMachine } from './model-machine.js';

/** Where a pool's rewards go; any address will do. */
const REWARDS = Cl.tuple({
  version: Cl.bufferFromHex('04'),
  hashbytes: Cl.bufferFromHex('751e76e8199196d454941c45d1b3a323f1433bd6'),
});

/**
 * A model of Fast Pool's wrapper of pox-4: it delegates the caller's STX to itself, for which the
 * caller must have allowed it, and locks them for one cycle. An error of pox-4 comes out as uint,
 * times a thousand.
 */
export function fastPoolContract(machine: ModelMachine, id: string, pox4: string): ModelContract {
  return {
    id,
    functions: [
      publicFunction(
        'delegate-stx',
        { 'amount-ustx': 'uint128' },
        responseType('bool'),
        (args, context) => {
          const amount = argument(args, 0);
          const self = { ...context, caller: id };
          const call = (
            functionName: string,
            values: Parameters<typeof machine.call>[0]['args'],
            by = self,
          ) => machine.invoke({ contract: pox4, functionName, args: values }, by);
          call('revoke-delegate-stx', []);
          const delegated = call('delegate-stx', [amount, Cl.principal(id), Cl.none(), Cl.none()]);
          const locked =
            delegated.type === ClarityType.ResponseErr
              ? delegated
              : call(
                  'delegate-stack-stx',
                  [
                    Cl.principal(context.sender),
                    amount,
                    REWARDS,
                    Cl.uint(machine.burnHeight),
                    Cl.uint(1),
                  ],
                  { ...context, sender: id, caller: id },
                );
          if (locked.type !== ClarityType.ResponseErr) return Cl.ok(Cl.bool(true));
          const code = locked.value.type === ClarityType.Int ? BigInt(locked.value.value) : 0n;
          return Cl.error(Cl.uint(code * 1_000n));
        },
      ),
    ],
  };
}
