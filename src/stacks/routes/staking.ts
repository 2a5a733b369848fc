import * as z from 'zod/mini';
import type { GatewayRoute } from '../../server/route.js';
import { SIGNER_MANAGER } from './examples.js';
import { amount, type Gateway, operation, own } from './operation.js';
import { rewardsClaimed } from './stacking-answers.js';
import { payout } from './stake-terms.js';

const TAG = 'Stacking';

/** Stakes of pox-5, which the specification does not have yet. */
export function stakingRoutes(): readonly GatewayRoute<Gateway>[] {
  return [stake(), updateStake(), unstake(), claimRewards()];
}

function stake(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/stake', {
    operation: 'stake',
    summary: 'Stakes with a signer manager (pox-5).',
    description: '`amount` is in STX, the amounts in `payout` are in satoshis.',
    body: z.strictObject({
      ...own(),
      signerManager: z.string(),
      amount: amount(),
      cycles: z.int(),
      payout: z.exactOptional(payout()),
      calldata: z.exactOptional(z.string()),
    }),
    example: { signerManager: SIGNER_MANAGER, amount: '1000', cycles: 2 },
    exampleVault: '3',
    run: (gateway, ...call) => gateway.stake(...call),
  });
}

function updateStake(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/stake/update', {
    operation: 'updateStake',
    summary: 'Stakes more, for longer or with another signer manager (pox-5).',
    description:
      '`increaseBy` is in STX, the amounts in `payout` are in satoshis; `null` pays rewards in sBTC.',
    body: z.strictObject({
      ...own(),
      cycles: z.exactOptional(z.int()),
      increaseBy: z.exactOptional(amount()),
      signerManager: z.exactOptional(z.string()),
      payout: z.exactOptional(z.nullable(payout())),
      calldata: z.exactOptional(z.string()),
    }),
    example: { cycles: 1, increaseBy: '500' },
    exampleVault: '4',
    run: (gateway, ...call) => gateway.updateStake(...call),
  });
}

function unstake(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/unstake', {
    operation: 'unstake',
    summary: 'Ends a stake with the next cycle (pox-5).',
    body: z.strictObject({ ...own(), signerManager: z.exactOptional(z.string()) }),
    bodyOptional: true,
    example: {},
    exampleVault: '5',
    run: (gateway, ...call) => gateway.unstake(...call),
  });
}

function claimRewards(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/claim', {
    operation: 'claimRewards',
    summary: 'Claims the rewards of a cycle (pox-5).',
    answer: rewardsClaimed(),
    body: z.strictObject({
      ...own(),
      cycle: z.exactOptional(z.int()),
      signerManager: z.exactOptional(z.string()),
    }),
    bodyOptional: true,
    example: {},
    exampleVault: '7',
    run: (gateway, ...call) => gateway.claimRewards(...call),
  });
}
