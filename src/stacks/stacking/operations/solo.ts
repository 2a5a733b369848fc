import { bytesToHex } from '../../../core/bytes.js';
import { InvalidInputError } from '../../../core/errors.js';
import { forKey } from '../../../transactions/for-key.js';
import type { Account } from '../../../transactions/index.js';
import type { StacksConfirmed } from '../../answer.js';
import type { Agreed } from '../../node/ledger.js';
import type { Composing } from '../../operations/input.js';
import type { CheckedOptions, StacksTransactionOptions } from '../../options.js';
import { STX_DECIMALS } from '../../wire/amounts.js';
import {
  type PoxAddress,
  parseBitcoinAddress,
  rewardsAddressOf,
} from '../../wire/bitcoin-address.js';
import type { ContractCall } from '../../wire/transaction.js';
import { type Permit, stackExtend, stackIncrease, stackStx } from '../calls.js';
import {
  keyed,
  PRESENT_TERMS,
  perform,
  type StackingComposer,
  type StackingContext,
} from '../context.js';
import { StackingRefusedError } from '../errors.js';
import { checkStacking } from '../guards.js';
import type { Checked } from '../inputs.js';
import { intentOf } from '../intent.js';
import { authIdFor, type PermitRequest, permitFor, signerKeyOf } from '../permits.js';
import { cycleAt, type Pox, readPox, requirePox } from '../pox.js';
import { Pox4State } from '../pox4-state.js';
import type { PermissionTopic, SignerPermission } from '../signer-permission.js';
import { type Prepared, withPrepared } from './prepared.js';
import { stakeCall } from './staking.js';

/** The permission that a signer has to give, as far as it depends on the chain, and the call that it is for. */
interface SoloPlan {
  readonly topic: PermissionTopic;
  readonly poxAddress: PoxAddress;
  readonly period: number;
  /** In microSTX: the amount that is locked with it, and so the least that has to be permitted. */
  readonly amount: bigint;
  /** In microSTX: the part of it that is not locked yet. */
  readonly spends: bigint;
  call(permit: Permit): ContractCall;
}

/** What the operations of a solo stacker have in common. */
interface SoloOperation {
  readonly name: 'stackSolo' | 'increaseStackedAmount' | 'extendStackingPeriod';
  /** The operation that does the same with pox-5. */
  readonly instead: string;
  /** What the operation takes over from the chain. */
  readonly askedOfNodes?: string;
  readonly params: Checked<'stackSolo'> | Checked<'increase'> | Checked<'extend'>;
  /** For a chain whose active contract is pox-4. */
  plan(composing: Composing, pox: Pox, agreed: Agreed): Promise<SoloPlan>;
  /** The call that does it with pox-5, if the parameters have the fields for that. */
  withPox5?(composing: Composing, pox: Pox): Promise<ReturnType<typeof stakeCall>>;
}

export function stackSolo(params: Checked<'stackSolo'>): SoloOperation {
  const { amount, lockPeriod: cycles, rewardsAddress, signerManager, payout } = params;
  return {
    name: 'stackSolo',
    instead: 'stake, or name a signerManager',
    params,
    plan: async ({ account, network }, pox) => {
      // Without an address both contracts pay to that of the vault's own key.
      if (payout?.address !== undefined && rewardsAddress === undefined) {
        throw ofOtherPox('payout.address', 'pox-4', 'rewardsAddress');
      }
      const address = rewardsAddress ?? rewardsAddressOf(account.publicKey.bytes, network.kind);
      const poxAddress = parseBitcoinAddress(address, network.kind, 'rewardsAddress');
      const startBurnHeight = pox.burnHeight;
      return {
        topic: 'stack-stx',
        poxAddress,
        period: cycles,
        amount,
        spends: amount,
        call: (permit) =>
          stackStx(pox.contract, { amount, poxAddress, startBurnHeight, cycles, permit }),
      };
    },
    ...(signerManager !== undefined && {
      withPox5: async (composing: Composing, pox: Pox) => {
        if (rewardsAddress !== undefined && payout?.address === undefined) {
          throw ofOtherPox('rewardsAddress', 'pox-5', 'payout.address');
        }
        const calldata = undefined;
        return stakeCall(composing, pox, { signerManager, amount, cycles, payout, calldata });
      },
    }),
  };
}

/** The rewards would be paid elsewhere than to the address that the caller names. */
function ofOtherPox(field: string, active: string, own: string): InvalidInputError {
  const reason = `has no effect with ${active}, which is active; ${own} must be given too`;
  return new InvalidInputError(field, reason);
}

export function increaseStacked(params: Checked<'increase'>): SoloOperation {
  const { increaseBy } = params;
  return {
    name: 'increaseStackedAmount',
    instead: 'updateStake',
    askedOfNodes: PRESENT_TERMS,
    params,
    plan: async (composing, pox, agreed) => {
      const { poxAddress, lockPeriod, locked } = await lockOf(composing, pox, agreed);
      return {
        topic: 'stack-increase',
        poxAddress,
        period: lockPeriod,
        amount: locked + increaseBy,
        spends: increaseBy,
        call: (permit) => stackIncrease(pox.contract, increaseBy, permit),
      };
    },
  };
}

export function extendStacking(params: Checked<'extend'>): SoloOperation {
  const { extendCycles: cycles, rewardsAddress } = params;
  return {
    name: 'extendStackingPeriod',
    instead: 'updateStake',
    askedOfNodes: PRESENT_TERMS,
    params,
    plan: async (composing, pox, agreed) => {
      const lock = await lockOf(composing, pox, agreed);
      const poxAddress =
        rewardsAddress === undefined
          ? lock.poxAddress
          : parseBitcoinAddress(rewardsAddress, composing.network.kind, 'rewardsAddress');
      return {
        topic: 'stack-extend',
        poxAddress,
        period: cycles,
        amount: lock.locked,
        spends: 0n,
        call: (permit) => stackExtend(pox.contract, { cycles, poxAddress, permit }),
      };
    },
  };
}

const wordsOf = ({ version, hashbytes }: PoxAddress): string =>
  `${version} ${bytesToHex(hashbytes)}`;

/** One node alone would choose where the rewards are paid. */
async function lockOf({ node, account }: Composing, pox: Pox, agreed: Agreed) {
  const { address } = account;
  const [stacking, { locked }] = await Promise.all([
    agreed(
      (each) => new Pox4State(each, pox).stackingOf(address),
      (found) => (found ? `${found.lockPeriod} cycles to ${wordsOf(found.poxAddress)}` : 'nothing'),
    ),
    node.account(address),
  ]);
  if (stacking) return { ...stacking, locked };
  throw new StackingRefusedError('ERR_STACKING_NO_SUCH_PRINCIPAL', 'nothing is stacked');
}

/**
 * Gets the signer's permission, and then carries the operation out. The signer is asked before the account's lane
 * is taken, so that other transactions of the account do not wait for that approval.
 */
export async function performSolo(
  context: StackingContext,
  vaultAccountId: string,
  operation: SoloOperation,
  given: StacksTransactionOptions,
): Promise<StacksConfirmed> {
  const { account, idempotencyKey, options, checked } = await keyed(context, vaultAccountId, given);
  const { signal } = checked.options;
  const askSigner = () =>
    forKey(idempotencyKey, () =>
      permittedCall(context, account, operation, { idempotencyKey, checked }),
    );
  const make = (permitted: Prepared<Permitted | undefined>) => {
    const compose: StackingComposer = async (composing, pox, agreed) => {
      if (pox.version === 5 && operation.withPox5) return operation.withPox5(composing, pox);
      requirePox(pox, 4, operation.name, operation.instead);
      const { rewardCycle, permit } = permitted.need() ?? {};
      if (permit && rewardCycle === cycleAt(pox)) {
        const { call, spends: amount } = await operation.plan(composing, pox, agreed);
        const spends = [{ asset: 'STX', amount, decimals: STX_DECIMALS }];
        return { call: call(permit), spends };
      }
      const reason = 'the signer has permitted it for another cycle; repeat the call';
      throw new StackingRefusedError('CYCLE_CHANGED', reason, { retryable: true });
    };
    const { askedOfNodes } = operation;
    const intent = intentOf(operation.name, operation.params);
    return perform(context, vaultAccountId, { intent, askedOfNodes, compose }, options);
  };
  const call = { vaultAccountId, idempotencyKey: given.idempotencyKey, signal };
  return withPrepared(context, call, askSigner, make);
}

interface Permitted {
  readonly rewardCycle: number;
  readonly permit: Permit;
}

function permissionWords(permission: SignerPermission | undefined): string {
  if (!permission) return 'none needed';
  const { poxAddress, rewardCycle, period, maxAmount } = permission;
  return `${maxAmount} from cycle ${rewardCycle} on for ${period}, to ${wordsOf(poxAddress)}`;
}

/**
 * `undefined` if the active contract needs no permission. The checks come first, so that no signature is
 * requested in vain.
 */
async function permittedCall(
  { setup }: StackingContext,
  account: Account,
  operation: SoloOperation,
  { idempotencyKey, checked }: { idempotencyKey: string; checked: CheckedOptions },
): Promise<Permitted | undefined> {
  const { network } = setup;
  const parts = await setup.parts();
  const { signer: choice, maxAmount: limit, authId = authIdFor(idempotencyKey) } = operation.params;
  const request: PermitRequest = { choice, account, idempotencyKey, options: checked.options };
  const signerKey = await signerKeyOf(parts, request);
  const { signal } = checked.options;
  // One node alone would choose for which cycle, and for how much, the signer gives it.
  const permission = await parts.agreed({ signal })(async (node) => {
    const pox = await readPox(node, network);
    if (pox.version === 5 && operation.withPox5) return undefined;
    requirePox(pox, 4, operation.name, operation.instead);
    const plan = await operation.plan({ node, account, network }, pox, (work) => work(node));
    const { topic, poxAddress, period, amount } = plan;
    const maxAmount = limit ?? amount;
    const call = plan.call({ signature: undefined, signerKey, maxAmount, authId });
    // The fee is not known yet, but it is above zero.
    const fee = checked.wishes.fee ?? 1n;
    await checkStacking(node, { ...call, sender: account.address, fee, network });
    const rewardCycle = cycleAt(pox);
    return { topic, chainId: network.chainId, poxAddress, rewardCycle, period, authId, maxAmount };
  }, permissionWords);
  if (permission === undefined) return undefined;
  const permit = await permitFor(parts, permission, request);
  return { rewardCycle: permission.rewardCycle, permit };
}
