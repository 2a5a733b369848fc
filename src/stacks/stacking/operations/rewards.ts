import { sha256 } from '@noble/hashes/sha2.js';
import * as z from 'zod/mini';
import { bytesToHex, utf8ToBytes } from '../../../core/bytes.js';
import type { TransactionReference } from '../../../core/errors.js';
import { isGatewayError } from '../../../core/known-error.js';
import { forKey } from '../../../transactions/for-key.js';
import { type Receipt, TransactionFailedError } from '../../../transactions/index.js';
import type { StacksConfirmed } from '../../answer.js';
import type { NetworkFacts } from '../../network.js';
import type { Agreed } from '../../node/ledger.js';
import type { StacksNode } from '../../node/node.js';
import type { StacksTransactionOptions } from '../../options.js';
import { claimStakerRewards, pullRewards } from '../calls.js';
import {
  keyed,
  PRESENT_TERMS,
  perform,
  type StackingComposer,
  type StackingContext,
} from '../context.js';
import { StackingRefusedError } from '../errors.js';
import type { Checked } from '../inputs.js';
import { intentOf } from '../intent.js';
import { cycleAt, type Pox, readPox, requirePox } from '../pox.js';
import { Pox5State } from '../pox5-state.js';
import { type Prepared, withPrepared } from './prepared.js';

/** Rewards that were claimed. */
export interface RewardsClaimed extends StacksConfirmed {
  /** What was claimed: manager and cycle as the transaction itself says them, where the node shows its call. */
  readonly rewards: {
    /** The contract that pays, as `address.name`. */
    readonly signerManager?: string;
    /** The reward cycle that the rewards are of. */
    readonly cycle?: number;
    /**
     * In satoshis, before the manager's deduction for paying in BTC. Left out if the key was used before: the
     * amount can only be read before it is claimed.
     */
    readonly sats?: string;
    /** The transaction that made the manager fetch its signer's rewards first, if that was needed. */
    readonly pulled?: {
      /** Its id: `0x` and 64 hexadecimal characters. */
      readonly txHash: string;
      /** How it came about. Its idempotency key follows from that of the claim. */
      readonly receipt: Receipt;
    };
  };
}

/** How a manager pays: any account that the call names, only its caller, or not through a function. */
type ClaimShape = 'any-caller' | 'caller' | 'none';

interface Claim {
  readonly signerManager: string;
  readonly cycle: number;
  readonly shape: ClaimShape;
  /** In satoshis: what the manager has not fetched from pox-5 yet. */
  readonly unpulled: bigint;
}

/** A claim, and what had to be done for it. */
interface Fetched {
  readonly claim: Claim;
  readonly pulled: RewardsClaimed['rewards']['pulled'];
}

/**
 * Has rewards paid out: first to the manager, if that has not been done yet, and then to the staker. Two
 * transactions under two keys, the first of which is derived from the caller's.
 */
export async function claimRewards(
  context: StackingContext,
  vaultAccountId: string,
  wish: Checked<'claim'>,
  given: StacksTransactionOptions,
): Promise<RewardsClaimed> {
  const own = await keyed(context, vaultAccountId, given);
  const { idempotencyKey, options, checked } = own;
  const { address } = own.account;
  const { network, parts } = context.setup;
  const { signal } = checked.options;
  const fetched = async () => {
    const { agreed } = await parts();
    const claim = await forKey(idempotencyKey, () =>
      presentClaim(agreed({ signal }), network, address, wish),
    );
    return { claim, pulled: await pull(context, vaultAccountId, claim, options) };
  };
  const make = async (prepared: Prepared<Fetched>): Promise<RewardsClaimed> => {
    const { pulled } = prepared.value ?? {};
    let sats: { signerManager: string; cycle: number; earned: bigint } | undefined;
    const compose: StackingComposer = async ({ node }, pox) => {
      const { signerManager, cycle, shape } = prepared.need().claim;
      requirePox(pox, 5, 'claimRewards');
      const earned = await new Pox5State(node, pox).earnedByStaker(address, signerManager, cycle);
      if (earned === 0n) refuseEmpty(cycle, pulled?.txHash);
      sats = { signerManager, cycle, earned };
      const staker = shape === 'any-caller' ? address : undefined;
      return { call: claimStakerRewards(signerManager, { staker, cycle }) };
    };
    const call = { intent: intentOf('claimRewards', wish), askedOfNodes: PRESENT_TERMS, compose };
    const confirmed = await perform(context, vaultAccountId, call, options).catch(
      (error: unknown) => {
        throw pulled ? afterPull(error, { idempotencyKey, hash: pulled.txHash }) : error;
      },
    );
    const claimed = claimedBy(confirmed);
    const { signerManager = sats?.signerManager, cycle = sats?.cycle } = claimed;
    const isOwn = signerManager === sats?.signerManager && cycle === sats?.cycle;
    const rewards = {
      ...claimed,
      ...(sats && isOwn && { sats: `${sats.earned}` }),
      ...(pulled && { pulled }),
    };
    return { ...confirmed, rewards };
  };
  const call = { vaultAccountId, idempotencyKey: given.idempotencyKey, signal };
  return withPrepared(context, call, fetched, make);
}

const claimCall = z.object({
  contract_call: z.looseObject({
    contract_id: z.string(),
    function_args: z.nullish(z.array(z.looseObject({ repr: z.string() }))),
  }),
});

/**
 * The rewards that a transaction has claimed: a key that was used before may have claimed an earlier cycle. It is
 * confirmed, so what a node leaves out is left out.
 */
function claimedBy({ data }: StacksConfirmed) {
  const call = z.safeParse(claimCall, data).data?.contract_call;
  const [, cycle] = call?.function_args?.flatMap(({ repr }) => /^u(\d+)$/.exec(repr) ?? []) ?? [];
  return {
    ...(call && { signerManager: call.contract_id }),
    ...(cycle !== undefined && { cycle: Number(cycle) }),
  };
}

/**
 * Something has been sent, though not the claim: the error has to say so. The id of the claim's request, which nobody
 * has, would be taken for that of the hash.
 */
function afterPull(error: unknown, pulled: TransactionReference): unknown {
  if (!isGatewayError(error)) return error;
  const { custodyId, hash } = { ...error.transaction };
  if (!custodyId && !hash) error.transaction = pulled;
  return error;
}

/** One node alone would choose whose function is called, and how. */
function presentClaim(
  agreed: Agreed,
  network: NetworkFacts,
  address: string,
  wish: Checked<'claim'>,
): Promise<Claim> {
  return agreed(
    async (node) => claimAt(node, await readPox(node, network), address, wish),
    ({ signerManager, cycle, shape, unpulled }) =>
      `cycle ${cycle} of ${signerManager}, ${shape}, ${unpulled > 0n ? 'not ' : ''}fetched`,
  );
}

async function claimAt(
  node: StacksNode,
  pox: Pox,
  address: string,
  wish: Checked<'claim'>,
): Promise<Claim> {
  requirePox(pox, 5, 'claimRewards');
  const state = new Pox5State(node, pox);
  const signerManager = wish.signerManager ?? (await state.stakeOf(address))?.manager;
  if (signerManager === undefined) {
    throw new StackingRefusedError('ERR_NOT_STAKING', 'there is no stake; name the signerManager');
  }
  const { cycle = cycleAt(pox) - 1 } = wish;
  const [shape, unpulled] = await Promise.all([
    shapeOf(node, signerManager),
    state.earnedBy(signerManager, cycle),
  ]);
  await requireClaimable(state, { signerManager, cycle, shape, unpulled }, pox);
  return { signerManager, cycle, shape, unpulled };
}

async function requireClaimable(
  state: Pox5State,
  { cycle, shape, unpulled }: Claim,
  pox: Pox,
): Promise<void> {
  if (shape === 'none') {
    const reason = 'this signer manager has no such function: it pays in its own way';
    throw new StackingRefusedError('NOT_CLAIMABLE', reason);
  }
  if (cycle > cycleAt(pox)) refuseEmpty(cycle);
  if (unpulled > 0n && (await state.rewardsPaused())) {
    throw new StackingRefusedError('ERR_REWARDS_PAUSED', 'pox-5 no longer pays rewards');
  }
}

function refuseEmpty(cycle: number, pulledBy?: string): never {
  const after = pulledBy ? `, though its manager has fetched it with ${pulledBy}` : '';
  const reason = `there is nothing to claim of cycle ${cycle}${after}`;
  throw new StackingRefusedError('ERR_NO_CLAIMABLE_REWARDS', reason);
}

const interfaceSchema = z.looseObject({
  functions: z.array(
    z.looseObject({
      name: z.string(),
      access: z.string(),
      args: z.array(z.looseObject({ type: z.unknown() })),
    }),
  ),
});

/** Decided by the functions that a manager has: there is no standard for them. */
async function shapeOf(node: StacksNode, manager: string): Promise<ClaimShape> {
  const { data } = z.safeParse(interfaceSchema, await node.contractInterface(manager));
  const claim = data?.functions.find(
    ({ name, access }) => name === 'claim-staker-rewards' && access === 'public',
  );
  const types = claim?.args.map(({ type }) => (typeof type === 'string' ? type : 'other')).join();
  if (types === 'principal,uint128,other') return 'any-caller';
  return types === 'uint128,other' ? 'caller' : 'none';
}

/** Another account has fetched the rewards in the meantime. */
const ALREADY_PULLED: ReadonlySet<string> = new Set(['u32', 'ERR_NO_CLAIMABLE_REWARDS']);

async function pull(
  context: StackingContext,
  vaultAccountId: string,
  { signerManager, cycle, unpulled }: Claim,
  options: StacksTransactionOptions & { readonly idempotencyKey: string },
): Promise<RewardsClaimed['rewards']['pulled']> {
  if (unpulled === 0n) return undefined;
  const { nonce: _, ...common } = options;
  const name = `pull\n${options.idempotencyKey}\n${signerManager}\n${cycle}`;
  const idempotencyKey = bytesToHex(sha256(utf8ToBytes(name))).slice(0, 32);
  const compose: StackingComposer = async (_composing, pox) => {
    requirePox(pox, 5, 'claimRewards');
    return { call: pullRewards(signerManager, cycle) };
  };
  const intent = intentOf('pullRewards', { signerManager, cycle });
  try {
    const { txHash, receipt } = await perform(
      context,
      vaultAccountId,
      { intent, askedOfNodes: PRESENT_TERMS, compose },
      { ...common, idempotencyKey },
    );
    return { txHash, receipt };
  } catch (error) {
    if (!(error instanceof TransactionFailedError) || !ALREADY_PULLED.has(error.resultCode)) {
      throw error;
    }
    return undefined;
  }
}
