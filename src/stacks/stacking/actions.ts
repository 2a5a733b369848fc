import type { StacksNetworkKind } from '../network.js';
import type { PoxAddress } from '../wire/bitcoin-address.js';
import { decodeValue } from '../wire/clarity-codec.js';
import { bootAddress } from '../wire/principals.js';
import type { ContractCall } from '../wire/transaction.js';
import type { Permit } from './calls.js';
import { Reading } from './clarity.js';
import { isPox5Wrapper } from './manager-rules.js';
import { isWrappedPool } from './pox4-pools.js';

/** The action of a call for stacking under pox-4. */
export type Pox4Action =
  | {
      readonly kind: 'stack-stx';
      readonly amount: bigint;
      readonly poxAddress: PoxAddress;
      readonly startBurnHeight: number;
      readonly cycles: number;
      readonly permit: Permit;
    }
  | {
      readonly kind: 'stack-extend';
      readonly cycles: number;
      readonly poxAddress: PoxAddress;
      readonly permit: Permit;
    }
  | { readonly kind: 'stack-increase'; readonly amount: bigint; readonly permit: Permit }
  | { readonly kind: 'delegate-stx'; readonly untilBurnHeight: number | undefined }
  | { readonly kind: 'revoke-delegate-stx' }
  /** `allow-contract-caller`, and other calls that don't depend on a position. */
  | { readonly kind: 'other'; readonly functionName: string }
  /** Into a pool through its own function, which acts for its caller. */
  | { readonly kind: 'pool'; readonly pool: string };

/** The action of a call for staking under pox-5. */
export type Pox5Action =
  | {
      readonly kind: 'stake';
      readonly manager: string;
      readonly amount: bigint;
      readonly cycles: number;
      /** Wrappers choose it themselves. */
      readonly startBurnHeight: number | undefined;
      readonly hasCalldata: boolean;
      readonly through: string;
    }
  | {
      readonly kind: 'stake-update';
      readonly manager: string;
      readonly oldManager: string;
      readonly cycles: number;
      readonly increase: bigint;
      readonly hasCalldata: boolean;
      readonly postConditions: readonly string[];
      readonly through: string;
    }
  | { readonly kind: 'unstake'; readonly manager: string; readonly through: string }
  | { readonly kind: 'other'; readonly functionName: string };

/** The action of a call for stacking, and the contract that has to be active for it. */
export type StackingAction =
  | { readonly pox: 4; readonly action: Pox4Action }
  | { readonly pox: 5; readonly action: Pox5Action };

/**
 * Reads the stacking action of a call from the signed bytes themselves, so that a process that resumes a
 * transaction knows as much as the one that began it. `undefined` for a call of another contract.
 *
 * @throws UnexpectedAnswerError for a call that no stacking contract would accept.
 */
export function stackingActionOf(
  kind: StacksNetworkKind,
  call: ContractCall,
): StackingAction | undefined {
  const boot = bootAddress(kind);
  const { contract } = call;
  if (contract === `${boot}.pox-4`) return { pox: 4, action: pox4Action(call) };
  if (contract === `${boot}.pox-5`) return { pox: 5, action: pox5Action(call) };
  if (isWrappedPool(kind, contract)) return { pox: 4, action: { kind: 'pool', pool: contract } };
  if (isPox5Wrapper(kind, contract)) return { pox: 5, action: wrappedAction(call) };
  return undefined;
}

function pox4Action(call: ContractCall): Pox4Action {
  const { functionName } = call;
  const args = argumentsOf(call);
  switch (functionName) {
    case 'stack-stx':
      return {
        kind: functionName,
        amount: args(0).uint(),
        poxAddress: args(1).poxAddress(),
        startBurnHeight: args(2).count(),
        cycles: args(3).count(),
        permit: permitIn(args, 4),
      };
    case 'stack-extend':
      return {
        kind: functionName,
        cycles: args(0).count(),
        poxAddress: args(1).poxAddress(),
        permit: permitIn(args, 2),
      };
    case 'stack-increase':
      return { kind: functionName, amount: args(0).uint(), permit: permitIn(args, 1) };
    case 'delegate-stx':
      return { kind: functionName, untilBurnHeight: args(2).optional()?.count() };
    case 'revoke-delegate-stx':
      return { kind: functionName };
    default:
      return { kind: 'other', functionName };
  }
}

function pox5Action(call: ContractCall): Pox5Action {
  const { contract: through, functionName } = call;
  const args = argumentsOf(call);
  switch (functionName) {
    case 'stake':
      return {
        kind: functionName,
        manager: args(0).principal(),
        amount: args(1).uint(),
        cycles: args(2).count(),
        startBurnHeight: args(3).count(),
        hasCalldata: args(4).optional() !== undefined,
        through,
      };
    case 'stake-update':
      return updateIn(call);
    case 'unstake':
      return { kind: functionName, manager: args(0).principal(), through };
    default:
      return { kind: 'other', functionName };
  }
}

function wrappedAction(call: ContractCall): Pox5Action {
  const { contract: through, functionName } = call;
  const args = argumentsOf(call);
  switch (functionName) {
    case 'delegate':
      return {
        kind: 'stake',
        manager: args(0).principal(),
        amount: args(1).uint(),
        cycles: args(2).count(),
        startBurnHeight: undefined,
        hasCalldata: false,
        through,
      };
    case 'delegate-update':
      return updateIn(call);
    case 'undelegate':
      return { kind: 'unstake', manager: args(0).principal(), through };
    default:
      return { kind: 'other', functionName };
  }
}

function updateIn(call: ContractCall): Pox5Action {
  const args = argumentsOf(call);
  return {
    kind: 'stake-update',
    manager: args(0).principal(),
    oldManager: args(1).principal(),
    cycles: args(2).count(),
    increase: args(3).uint(),
    hasCalldata: args(4).optional() !== undefined,
    postConditions: call.postConditions,
    through: call.contract,
  };
}

type Arguments = (index: number) => Reading;

function argumentsOf({ functionName, functionArgs }: ContractCall): Arguments {
  const values = functionArgs.map(decodeValue);
  return (index) => new Reading(values[index], `argument ${index} of ${functionName}`);
}

function permitIn(args: Arguments, at: number): Permit {
  return {
    signature: args(at).optional()?.buffer(),
    signerKey: args(at + 1).buffer(),
    maxAmount: args(at + 2).uint(),
    authId: args(at + 3).uint(),
  };
}
