import * as z from 'zod/mini';
import { receipt } from '../../server/answers.js';
import type { Answer } from '../../server/route.js';
import { dataAnswer, ownAnswer, transactionFields } from './answers.js';

/** A transaction, or that none was needed. */
export const callerAllowed = (): Answer => ({
  name: 'CallerAllowed',
  schema: z.union([
    ownAnswer('', { ...transactionFields(), needed: z.literal(true) }).schema,
    ownAnswer('', { needed: z.literal(false) }).schema,
  ]),
});

export const rewardsClaimed = (): Answer =>
  ownAnswer('RewardsClaimed', {
    ...transactionFields(),
    rewards: z.strictObject({
      signerManager: z.optional(z.string()),
      cycle: z.optional(z.int()),
      sats: z.optional(z.string()),
      pulled: z.optional(z.strictObject({ txHash: z.string(), receipt: receipt() })),
    }),
  });

/** Null if it has none. */
function position() {
  const payout = z.strictObject({
    address: z.string(),
    maxFee: z.string(),
    minClaim: z.optional(z.string()),
  });
  return z.nullable(
    z.strictObject({
      signerManager: z.string(),
      amount: z.string(),
      firstRewardCycle: z.int(),
      cycles: z.int(),
      remainingCycles: z.int(),
      unlockCycle: z.int(),
      unlockBurnHeight: z.int(),
      payout: z.nullable(payout),
      rewards: z.array(z.strictObject({ cycle: z.int(), sats: z.string(), unfetched: z.string() })),
    }),
  );
}

export const stakingPosition = (): Answer => dataAnswer('StakingPosition', position());

export const stackingStatus = (): Answer =>
  dataAnswer(
    'StackingStatus',
    z.strictObject({
      balance: z.looseObject({ stx_total: z.string(), stx_locked: z.string() }),
      delegation: z.strictObject({
        is_delegated: z.boolean(),
        delegated_to: z.nullable(z.string()),
        amount_delegated: z.nullable(z.string()),
        until_burn_ht: z.nullable(z.int()),
        pox_addr: z.nullable(z.string()),
      }),
      pox: z.strictObject({
        contract: z.string(),
        version: z.int(),
        cycle: z.int(),
        burnHeight: z.int(),
      }),
      stacking: z.nullable(
        z.strictObject({
          firstRewardCycle: z.int(),
          lockPeriod: z.int(),
          unlockBurnHeight: z.int(),
          rewardsAddress: z.string(),
          stackedBy: z.nullable(z.string()),
        }),
      ),
      position: position(),
    }),
  );

export const eligibility = (): Answer =>
  dataAnswer(
    'Eligibility',
    z.strictObject({
      eligible: z.boolean(),
      pox: z.enum(['pox-4', 'pox-5']),
      rule: z.optional(z.string()),
      reason: z.optional(z.string()),
    }),
  );

/** In the node's form. */
export const poxInfo = (): Answer =>
  dataAnswer('PoxInfo', z.looseObject({ contract_id: z.string() }));

export const signerManagers = (): Answer =>
  dataAnswer(
    'SignerManagers',
    z.array(
      z.strictObject({
        id: z.string(),
        signerKey: z.string(),
        granted: z.optional(z.boolean()),
        staked: z.optional(z.string()),
        payout: z.optional(z.enum(['optional', 'required', 'ignored'])),
        minimum: z.optional(z.string()),
        wrapper: z.optional(z.string()),
      }),
    ),
  );
