import { Cl, type ClarityAbiType, type ClarityValue } from '@stacks/transactions';
import { inPreparePhase } from '../machine.js';
import {
  answering,
  buffType,
  type CallContext,
  type ModelContract,
  type ModelFunction,
  optionalType,
  principalOf,
  readOnlyFunction,
  responseType,
  toOptional,
  tupleType,
  uintOf,
} from './contract.js';
import { poxInfoFunctions } from './pox-info.js';
import { stake, stakeUpdate, unstake } from './pox5-staking.js';
import { POX_5_ERRORS, type Pox5State, stakeValue } from './pox5-state.js';

const CALLDATA = { 'signer-calldata': optionalType(buffType(500)) };
const STAKER_INFO = tupleType({
  'amount-ustx': 'uint128',
  'first-reward-cycle': 'uint128',
  'num-cycles': 'uint128',
  signer: 'principal',
});
const SHARE = {
  signer: 'principal',
  'reward-cycle': 'uint128',
  'bond-index': optionalType('uint128'),
} as const;

/**
 * A model of pox-5: an STX staker's functions, with the codes of the deployed contract in its order.
 * Bonds, signers' grants and the maths of rewards are not modelled.
 */
export function pox5Contract(pox: Pox5State): ModelContract {
  return {
    id: pox.contract,
    exists: () => pox.machine.pox === 'pox-5',
    functions: [
      ...poxInfoFunctions(pox.machine),
      acting(
        pox,
        'stake',
        {
          'signer-manager': 'trait_reference',
          'amount-ustx': 'uint128',
          'num-cycles': 'uint128',
          'start-burn-ht': 'uint128',
          ...CALLDATA,
        },
        stake,
      ),
      acting(
        pox,
        'stake-update',
        {
          'signer-manager': 'trait_reference',
          'old-signer-manager': 'trait_reference',
          'cycles-to-extend': 'uint128',
          'amount-increase': 'uint128',
          ...CALLDATA,
        },
        stakeUpdate,
      ),
      acting(pox, 'unstake', { 'old-signer-manager': 'trait_reference' }, unstake),
      ...stakerReads(pox),
      ...signerReads(pox),
    ],
    variables: new Map([
      ['rewards-paused', { type: 'bool', read: () => Cl.bool(pox.rewardsPaused) }],
    ]),
  };
}

type Act = (pox: Pox5State, args: readonly ClarityValue[], context: CallContext) => ClarityValue;

function acting(
  pox: Pox5State,
  name: string,
  types: Readonly<Record<string, ClarityAbiType>>,
  act: Act,
): ModelFunction {
  return answering(name, types, 'uint128', (args, context) => act(pox, args, context));
}

function stakerReads(pox: Pox5State): readonly ModelFunction[] {
  const { machine } = pox;
  return [
    readOnlyFunction(
      'get-staker-info',
      { staker: 'principal' },
      optionalType(STAKER_INFO),
      (args) => stakeValue(pox.stake(principalOf(args[0]))),
    ),
    readOnlyFunction('get-bond-membership', { staker: 'principal' }, optionalType('none'), () =>
      Cl.none(),
    ),
    readOnlyFunction('get-staker-custodied-sbtc', { staker: 'principal' }, 'uint128', () =>
      Cl.uint(0),
    ),
    readOnlyFunction('is-in-prepare-phase', { 'current-cycle': 'uint128' }, 'bool', (args) =>
      Cl.bool(
        Number(uintOf(args[0])) === pox.cycle && inPreparePhase(machine.cycles, machine.burnHeight),
      ),
    ),
    readOnlyFunction('get-earned', SHARE, 'uint128', (args) =>
      Cl.uint(pox.earned(principalOf(args[0]), Number(uintOf(args[1])))),
    ),
    readOnlyFunction(
      'get-earned-staker-rewards',
      { ...SHARE, staker: 'principal' },
      'uint128',
      (args) => {
        const [signer, cycle] = [principalOf(args[0]), Number(uintOf(args[1]))];
        return Cl.uint(pox.earnedBy(principalOf(args[3]), signer, cycle));
      },
    ),
  ];
}

const OF_CYCLE = { signer: 'principal', cycle: 'uint128' } as const;

function signerReads(pox: Pox5State): readonly ModelFunction[] {
  const item = (id: string | undefined) => toOptional(id === undefined ? id : Cl.principal(id));
  return [
    readOnlyFunction(
      'get-signer-info',
      { signer: 'principal' },
      optionalType(buffType(33)),
      (args) => {
        const manager = pox.findManager(principalOf(args[0]));
        const key = manager?.registered === true ? manager.signerKey : undefined;
        return toOptional(key === undefined ? undefined : Cl.bufferFromHex(key));
      },
    ),
    readOnlyFunction(
      'verify-signer-key-grant',
      { 'signer-manager': 'principal', 'signer-key': buffType(33) },
      responseType('bool'),
      (args) =>
        pox.findManager(principalOf(args[0]))?.granted === true
          ? Cl.ok(Cl.bool(true))
          : Cl.error(Cl.uint(POX_5_ERRORS.grantNotFound)),
    ),
    readOnlyFunction('get-amount-delegated-for-signer', OF_CYCLE, 'uint128', (args) =>
      Cl.uint(pox.delegated(principalOf(args[0]), Number(uintOf(args[1])))),
    ),
    readOnlyFunction('signer-set-contains-for-cycle', OF_CYCLE, 'bool', (args) =>
      Cl.bool(pox.signerSet(Number(uintOf(args[1]))).includes(principalOf(args[0]))),
    ),
    readOnlyFunction(
      'get-signer-set-first-item-for-cycle',
      { cycle: 'uint128' },
      optionalType('principal'),
      (args) => item(pox.signerSet(Number(uintOf(args[0])))[0]),
    ),
    readOnlyFunction(
      'get-signer-set-next-item-for-cycle',
      OF_CYCLE,
      optionalType('principal'),
      (args) => {
        const set = pox.signerSet(Number(uintOf(args[1])));
        const at = set.indexOf(principalOf(args[0]));
        return item(at < 0 ? undefined : set[at + 1]);
      },
    ),
  ];
}
