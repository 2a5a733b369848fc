import { InvalidInputError } from '../../../core/errors.js';
import type { StacksNetworkKind } from '../../network.js';
import type { Agreed } from '../../node/ledger.js';
import type { ComposedCall, Composing } from '../../operations/input.js';
import { STX_DECIMALS } from '../../wire/amounts.js';
import { parseBitcoinAddress, rewardsAddressOf } from '../../wire/bitcoin-address.js';
import { encodePayout } from '../calldata.js';
import {
  stake,
  stakeUpdate,
  unstake,
  wrappedStake,
  wrappedStakeUpdate,
  wrappedUnstake,
} from '../calls.js';
import type { StackingComposer } from '../context.js';
import { StackingRefusedError } from '../errors.js';
import type { Checked } from '../inputs.js';
import { managerRules, wrapperOf } from '../manager-rules.js';
import { type Pox, requirePox } from '../pox.js';
import { Pox5State, type Stake } from '../pox5-state.js';

type Payout = NonNullable<Checked<'stake'>['payout']>;

/** A requested stake, checked. */
export type StakeWish = Checked<'stake'>;

/**
 * Checks a stake as far as possible without the chain.
 *
 * @throws InvalidInputError
 */
export function checkCalldata(
  kind: StacksNetworkKind,
  manager: string | undefined,
  { payout, calldata }: Pick<Checked<'update'>, 'payout' | 'calldata'>,
): void {
  if (payout && calldata !== undefined) {
    throw new InvalidInputError('calldata', 'replaces payout; give only one of them');
  }
  if (!payout && calldata === undefined) return;
  const known = manager === undefined ? undefined : managerRules(kind, manager);
  if (known?.calldata !== 'ignored') return;
  const field = payout ? 'payout' : 'calldata';
  throw new InvalidInputError(field, `is not for ${known.id}, which pays in its own way`);
}

/**
 * Checks the fields that pox-5 needs in place of those of pox-4: without a signer manager nobody would pay out.
 *
 * @throws InvalidInputError
 */
export function checkTerms(
  kind: StacksNetworkKind,
  { signerManager, payout }: Pick<Checked<'delegate'>, 'signerManager' | 'payout'>,
): void {
  if (payout && signerManager === undefined) {
    throw new InvalidInputError('payout', 'must go with signerManager');
  }
  checkCalldata(kind, signerManager, { payout, calldata: undefined });
}

/** Composes a stake, directly or through the wrapper that its manager wants. */
export function composeStake(wish: StakeWish): StackingComposer {
  return async (composing, pox) => {
    requirePox(pox, 5, 'stake');
    return stakeCall(composing, pox, wish);
  };
}

/** For a chain whose active contract is pox-5. */
export function stakeCall(composing: Composing, pox: Pox, wish: StakeWish): ComposedCall {
  const { signerManager: manager, amount, cycles } = wish;
  const wrapper = wrapperOf(composing.network.kind, manager);
  const startBurnHeight = pox.burnHeight;
  const calldata = calldataFor(composing, wish);
  const call =
    wrapper === undefined
      ? stake(pox.contract, { manager, amount, cycles, startBurnHeight, calldata })
      : wrappedStake(wrapper, { manager, amount, cycles });
  return { call, spends: [{ asset: 'STX', amount, decimals: STX_DECIMALS }] };
}

export function composeUpdate(wish: Checked<'update'>): StackingComposer {
  return async (composing, pox, agreed) => {
    requirePox(pox, 5, 'updateStake');
    const { network } = composing;
    const current = await presentStake(composing, pox, agreed);
    const {
      cycles = 0,
      increaseBy: increase = 0n,
      signerManager: manager = current.manager,
    } = wish;
    const { payout, calldata } = wish;
    const isSame = cycles === 0 && increase === 0n && manager === current.manager;
    if (isSame && payout === undefined && calldata === undefined) {
      throw new InvalidInputError('params', 'must change something: the stake is as they say');
    }
    const wrapper = wrapperOf(network.kind, manager);
    const takesCalldata = managerRules(network.kind, manager)?.calldata !== 'ignored';
    const update = {
      manager,
      oldManager: current.manager,
      cycles,
      increase,
      total: current.amount + increase,
      calldata: takesCalldata
        ? await calldataAfter({ ...composing, pox, agreed }, current, wish)
        : undefined,
    };
    const call =
      wrapper === undefined
        ? stakeUpdate(pox.contract, update)
        : wrappedStakeUpdate(wrapper, update);
    return { call, spends: [{ asset: 'STX', amount: increase, decimals: STX_DECIMALS }] };
  };
}

export function composeUnstake({ signerManager }: Checked<'unstake'>): StackingComposer {
  return async (composing, pox, agreed) => {
    requirePox(pox, 5, 'unstake');
    return unstakeCall(composing, pox, agreed, signerManager);
  };
}

/** For a chain whose active contract is pox-5. */
export async function unstakeCall(
  composing: Composing,
  pox: Pox,
  agreed: Agreed,
  signerManager: string | undefined,
): Promise<ComposedCall> {
  const current = await presentStake(composing, pox, agreed);
  const manager = signerManager ?? current.manager;
  const wrapper = wrapperOf(composing.network.kind, manager);
  return {
    call: wrapper === undefined ? unstake(pox.contract, manager) : wrappedUnstake(wrapper, manager),
  };
}

/** The calldata of an update: without it the manager would forget where it pays. */
async function calldataAfter(
  composing: Composing & { readonly pox: Pox; readonly agreed: Agreed },
  current: Stake,
  wish: Checked<'update'>,
): Promise<string | undefined> {
  if (wish.payout === null) return undefined;
  if (wish.payout !== undefined || wish.calldata !== undefined) {
    return calldataFor(composing, { payout: wish.payout, calldata: wish.calldata });
  }
  const { account, network, pox, agreed } = composing;
  const payout = await agreed(
    (node) => new Pox5State(node, pox).payoutOf(account.address, current.manager),
    (found) => (found ? encodePayout(found) : String(found)),
  );
  if (payout) return encodePayout(payout);
  const keepsNone = managerRules(network.kind, current.manager)?.calldata === 'ignored';
  if (payout === null || keepsNone) return undefined;
  const reason = "must be given, or null for sBTC: this signer manager doesn't show what it is";
  throw new InvalidInputError('payout', reason);
}

function calldataFor(
  { account, network }: Composing,
  {
    payout,
    calldata,
  }: { readonly payout?: Payout | undefined; readonly calldata?: string | undefined },
): string | undefined {
  if (payout === undefined) return calldata;
  const { maxFee, minClaim } = payout;
  const address = payout.address ?? rewardsAddressOf(account.publicKey.bytes, network.kind);
  const poxAddress = parseBitcoinAddress(address, network.kind, 'payout.address');
  return encodePayout({ poxAddress, maxFee, ...(minClaim !== undefined && { minClaim }) });
}

/** One node alone would choose whose function is called. */
async function presentStake({ account }: Composing, pox: Pox, agreed: Agreed): Promise<Stake> {
  const stake = await agreed(
    (node) => new Pox5State(node, pox).stakeOf(account.address),
    (found) => (found ? `${found.amount} with ${found.manager}` : 'nothing'),
  );
  if (stake) return stake;
  throw new StackingRefusedError('ERR_NOT_STAKING', 'there is no stake');
}
