import { InvalidInputError } from '../../../core/errors.js';
import type { Composing } from '../../operations/input.js';
import { parseBitcoinAddress, rewardsAddressOf } from '../../wire/bitcoin-address.js';
import type { ContractCall } from '../../wire/transaction.js';
import { stackStx } from '../calls.js';
import { StackingRefusedError } from '../errors.js';
import { checkStacking } from '../guards.js';
import type { Checked } from '../inputs.js';
import { type Pox, readPox } from '../pox.js';
import { stakeCall } from './staking.js';

/** Whether stacking, or staking under pox-5, would be accepted now. */
export interface Eligibility {
  /** `true` if no check finds an objection; otherwise `rule` and `reason` say which. */
  readonly eligible: boolean;
  /** The stacking contract that is active, whose rules were checked. */
  readonly pox: 'pox-4' | 'pox-5';
  /** The name of the error that would occur, such as `ERR_STACKING_THRESHOLD_NOT_MET`. */
  readonly rule?: string;
  /** Why it would be refused, in words, without the rule's name. */
  readonly reason?: string;
}

/** Makes the checks that precede a signature, without requesting one. */
export async function readEligibility(
  composing: Composing,
  wish: Checked<'eligibility'>,
): Promise<Eligibility> {
  const { node, network, account } = composing;
  const pox = await readPox(node, network);
  const call = pox.version === 4 ? stacking(composing, pox, wish) : staking(composing, pox, wish);
  const active = pox.version === 4 ? 'pox-4' : 'pox-5';
  try {
    await checkStacking(node, { ...call, sender: account.address, fee: 0n, network });
    return { eligible: true, pox: active };
  } catch (error) {
    if (!(error instanceof StackingRefusedError)) throw error;
    const { rule, reason } = error;
    return { eligible: false, pox: active, rule, reason };
  }
}

function stacking(
  { account, network }: Composing,
  pox: Pox,
  { amount, cycles = 1 }: Checked<'eligibility'>,
): ContractCall {
  const { bytes: signerKey } = account.publicKey;
  const address = rewardsAddressOf(signerKey, network.kind);
  return stackStx(pox.contract, {
    amount,
    poxAddress: parseBitcoinAddress(address, network.kind, 'rewardsAddress'),
    startBurnHeight: pox.burnHeight,
    cycles,
    permit: { signature: undefined, signerKey, maxAmount: amount, authId: 0n },
  });
}

function staking(
  composing: Composing,
  pox: Pox,
  { amount, cycles = 1, signerManager }: Checked<'eligibility'>,
): ContractCall {
  if (signerManager === undefined) {
    throw new InvalidInputError('signerManager', 'is required, since pox-5 is active');
  }
  const wish = { signerManager, amount, cycles, payout: undefined, calldata: undefined };
  return stakeCall(composing, pox, wish).call;
}
