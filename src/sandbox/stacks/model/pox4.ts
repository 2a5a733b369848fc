import { Cl, type ClarityAbiType, type ClarityValue } from '@stacks/transactions';
import {
  answering,
  argument,
  buffType,
  type CallContext,
  type ModelContract,
  type ModelFunction,
  optionalOf,
  optionalType,
  principalOf,
  RuntimeError,
  readOnlyFunction,
  tupleType,
  uintOf,
} from './contract.js';
import { poxInfoFunctions } from './pox-info.js';
import {
  isPoxAddress,
  lockUntilEnd,
  stackExtend,
  stackIncrease,
  stackStx,
} from './pox4-stacking.js';
import {
  asserts,
  type Delegation,
  delegationValue,
  type Pox4State,
  stackingValue,
} from './pox4-state.js';

const POX_ADDRESS = tupleType({ version: buffType(1), hashbytes: buffType(32) });
const PERMISSION = {
  'signer-sig': optionalType(buffType(65)),
  'signer-key': buffType(33),
  'max-amount': 'uint128',
  'auth-id': 'uint128',
} as const;

/**
 * A model of pox-4: a stacker's functions, with the codes of the contract in the contract's order.
 * Signers, aggregation and rewards are not modelled.
 */
export function pox4Contract(pox: Pox4State): ModelContract {
  const { machine } = pox;
  return {
    id: pox.contract,
    functions: [
      ...poxInfoFunctions(machine),
      acting(
        pox,
        'stack-stx',
        {
          'amount-ustx': 'uint128',
          'pox-addr': POX_ADDRESS,
          'start-burn-ht': 'uint128',
          'lock-period': 'uint128',
          ...PERMISSION,
        },
        stackStx,
      ),
      acting(
        pox,
        'stack-extend',
        { 'extend-count': 'uint128', 'pox-addr': POX_ADDRESS, ...PERMISSION },
        stackExtend,
      ),
      acting(pox, 'stack-increase', { 'increase-by': 'uint128', ...PERMISSION }, stackIncrease),
      acting(
        pox,
        'delegate-stx',
        {
          'amount-ustx': 'uint128',
          'delegate-to': 'principal',
          'until-burn-ht': optionalType('uint128'),
          'pox-addr': optionalType(POX_ADDRESS),
        },
        delegateStx,
      ),
      acting(pox, 'revoke-delegate-stx', {}, revokeDelegateStx),
      acting(
        pox,
        'delegate-stack-stx',
        {
          stacker: 'principal',
          'amount-ustx': 'uint128',
          'pox-addr': POX_ADDRESS,
          'start-burn-ht': 'uint128',
          'lock-period': 'uint128',
        },
        delegateStackStx,
      ),
      acting(
        pox,
        'allow-contract-caller',
        { caller: 'principal', 'until-burn-ht': optionalType('uint128') },
        (_, args, { sender, caller }) => {
          asserts(sender === caller, 'permissionDenied');
          pox.allow(sender, principalOf(args[0]), argument(args, 1));
          return Cl.bool(true);
        },
      ),
      acting(pox, 'disallow-contract-caller', { caller: 'principal' }, (_, args, context) => {
        asserts(context.sender === context.caller, 'permissionDenied');
        return Cl.bool(pox.disallow(context.sender, principalOf(args[0])));
      }),
      readOnlyFunction('get-stacking-minimum', {}, 'uint128', () =>
        Cl.uint(machine.stackingMinimum),
      ),
      readOnlyFunction('get-stacker-info', { stacker: 'principal' }, optionalType('none'), (args) =>
        stackingValue(pox.stacking(principalOf(args[0]))),
      ),
      readOnlyFunction(
        'get-delegation-info',
        { stacker: 'principal' },
        optionalType('none'),
        (args) => delegationValue(pox.delegation(principalOf(args[0]))),
      ),
      readOnlyFunction(
        'get-allowance-contract-callers',
        { sender: 'principal', 'calling-contract': 'principal' },
        optionalType('none'),
        (args) => pox.allowance(principalOf(args[0]), principalOf(args[1])),
      ),
    ],
  };
}

type Act = (pox: Pox4State, args: readonly ClarityValue[], context: CallContext) => ClarityValue;

/** A public function: answers with what it gives, or with the error that stops it. */
function acting(
  pox: Pox4State,
  name: string,
  types: Readonly<Record<string, ClarityAbiType>>,
  act: Act,
): ModelFunction {
  return answering(name, types, 'int128', (args, context) => {
    if (pox.machine.pox !== 'pox-4') throw new RuntimeError('DefunctPoxContract');
    return act(pox, args, context);
  });
}

const delegateStx: Act = (pox, args, context) => {
  const { sender } = context;
  asserts(pox.callerAllowed(context), 'permissionDenied');
  const until = optionalOf(args[2]);
  const poxAddress = optionalOf(args[3]);
  asserts(poxAddress === undefined || isPoxAddress(poxAddress), 'invalidPoxAddress');
  asserts(pox.delegation(sender) === undefined, 'alreadyDelegated');
  const delegation: Delegation = {
    amount: uintOf(args[0]),
    delegatedTo: principalOf(args[1]),
    ...(until === undefined ? {} : { untilHeight: uintOf(until) }),
    ...(poxAddress === undefined ? {} : { poxAddress }),
  };
  pox.setDelegation(sender, delegation);
  return Cl.bool(true);
};

const revokeDelegateStx: Act = (pox, _, context) => {
  asserts(pox.callerAllowed(context), 'permissionDenied');
  const delegation = pox.delegation(context.sender);
  asserts(delegation !== undefined, 'alreadyRevoked');
  pox.endDelegation(context.sender);
  return delegationValue(delegation);
};

/** What a pool's operator does with what was delegated to it. */
const delegateStackStx: Act = (pox, args, context) => {
  const [stacker, amount] = [principalOf(args[0]), uintOf(args[1])];
  const poxAddress = argument(args, 2);
  const lockPeriod = Number(uintOf(args[4]));
  asserts(pox.callerAllowed(context), 'permissionDenied');
  const delegation = pox.delegation(stacker);
  asserts(delegation?.delegatedTo === context.sender, 'permissionDenied');
  asserts(delegation.amount >= amount, 'tooMuchLocked');
  asserts(pox.stacking(stacker) === undefined, 'alreadyStacked');
  asserts(pox.machine.account(stacker).unlocked >= amount, 'insufficientFunds');
  asserts(amount > 0n, 'invalidAmount');
  asserts(isPoxAddress(poxAddress), 'invalidPoxAddress');
  const position = { poxAddress, firstCycle: pox.cycle + 1, lockPeriod, signerKey: '' };
  pox.setStacking(stacker, { ...position, delegatedTo: context.sender });
  const unlockHeight = lockUntilEnd(pox, context, amount, stacker);
  return Cl.tuple({
    stacker: Cl.principal(stacker),
    'lock-amount': Cl.uint(amount),
    'unlock-burn-height': Cl.uint(unlockHeight),
  });
};
