import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { integer } from '../../server/bodies.js';
import type { GatewayRoute } from '../../server/route.js';
import { SIGNER_MANAGER } from './examples.js';
import { amount, type Gateway, operation, own } from './operation.js';
import { callerAllowed } from './stacking-answers.js';
import { stakeTerms } from './stake-terms.js';

const TAG = 'Stacking';

/** Solo stacking and pools, as in the specification. */
export function stackingRoutes(): readonly GatewayRoute<Gateway>[] {
  return [
    stackSolo(),
    increaseStackedAmount(),
    extendStackingPeriod(),
    delegateToPool(),
    allowContractCaller(),
    revokeDelegation(),
  ];
}

/** The signer's permission, with the field names of the reference gateway. */
function permit() {
  return {
    signerKey: z.optional(z.string()),
    signerSig65Hex: z.optional(z.string()),
    signerVaultId: z.optional(z.string()),
    maxAmount: z.exactOptional(integer()),
    authId: z.exactOptional(integer()),
  };
}

type SignerFields = Pick<
  z.input<z.ZodMiniObject<ReturnType<typeof permit>>>,
  'signerKey' | 'signerSig65Hex' | 'signerVaultId'
>;

const SIGNER_NAMES = {
  'signer.vaultAccountId': 'signerVaultId',
  'signer.signerKey': 'signerKey',
  'signer.signature': 'signerSig65Hex',
};

/** A body with its signer in the gateway's form. */
function withSigner<Body extends SignerFields>(body: Body) {
  const { signerKey, signerSig65Hex, signerVaultId, ...params } = body;
  if (signerVaultId !== undefined) {
    const other = signerKey === undefined ? signerSig65Hex && 'signerSig65Hex' : 'signerKey';
    if (other) throw new InvalidInputError(other, 'must be left out beside signerVaultId');
    return { ...params, signer: { vaultAccountId: signerVaultId } };
  }
  if (signerKey === undefined && signerSig65Hex === undefined) return params;
  return { ...params, signer: { signerKey: signerKey ?? '', signature: signerSig65Hex ?? '' } };
}

function stackSolo(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/solo', {
    operation: 'stackSolo',
    aliases: ['/api/:vaultId/stack/solo'],
    summary: 'Stacks alone; the signer’s signature is made by the vault’s own key by default.',
    description:
      '`amount` is in STX, `maxAmount` in microSTX. Where pox-5 is the active contract, it stakes with `signerManager`.',
    body: z.strictObject({
      ...own(),
      ...permit(),
      ...stakeTerms(),
      amount: amount(),
      lockPeriod: z.optional(z.int()),
      rewardsAddress: z.exactOptional(z.string()),
    }),
    example: { amount: '200000', lockPeriod: 2, signerManager: SIGNER_MANAGER },
    exampleVault: '1',
    names: () => SIGNER_NAMES,
    run: (gateway, vaultId, { lockPeriod = 1, ...params }, options) =>
      gateway.stackSolo(vaultId, { ...withSigner(params), lockPeriod }, options),
  });
}

function increaseStackedAmount(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/solo/increase', {
    operation: 'increaseStackedAmount',
    summary: 'Adds to what is stacked (pox-4).',
    description: '`increaseBy` is in STX, `maxAmount` in microSTX.',
    body: z.strictObject({ ...own(), ...permit(), increaseBy: amount() }),
    example: { increaseBy: '1000' },
    names: () => SIGNER_NAMES,
    run: (gateway, vaultId, params, options) =>
      gateway.increaseStackedAmount(vaultId, withSigner(params), options),
  });
}

function extendStackingPeriod(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/solo/extend', {
    operation: 'extendStackingPeriod',
    summary: 'Extends the lock of what is stacked (pox-4).',
    body: z.strictObject({
      ...own(),
      ...permit(),
      extendCycles: z.int(),
      rewardsAddress: z.exactOptional(z.string()),
    }),
    example: { extendCycles: 1 },
    names: () => SIGNER_NAMES,
    run: (gateway, vaultId, params, options) =>
      gateway.extendStackingPeriod(vaultId, withSigner(params), options),
  });
}

function pool() {
  return {
    /** `FAST_POOL`, the default, or `address.name`. */
    pool: z.optional(z.string()),
    poolAddress: z.optional(z.string()),
    poolContractName: z.optional(z.string()),
  };
}

type PoolFields = z.input<z.ZodMiniObject<ReturnType<typeof pool>>>;

/**
 * A pool's contract in the gateway's form: an address, and a name that may be part of it already. A body that
 * names it twice or only in part is refused: the pool could be another than the caller expects.
 */
function poolOf({ pool: named, poolAddress, poolContractName }: PoolFields) {
  if (poolAddress !== undefined) {
    if (named !== undefined) {
      throw new InvalidInputError('pool', 'must be left out beside poolAddress');
    }
    return [poolAddress, poolContractName ?? ''] as const;
  }
  if (poolContractName !== undefined) {
    throw new InvalidInputError('poolContractName', 'must go with poolAddress');
  }
  return [named ?? 'FAST_POOL', ''] as const;
}

const poolNames = ({ pool: named, poolContractName: name }: PoolFields) =>
  named === undefined
    ? {}
    : { poolAddress: 'pool', ...(name === undefined && { poolContractName: 'pool' }) };

function delegateToPool(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/pool/delegate', {
    operation: 'delegateToPool',
    summary: 'Delegates an amount to a pool, or stakes with its signer manager on pox-5.',
    description:
      'An amount is in STX. `pool` is `FAST_POOL` (default), or a contract, which `poolAddress` and `poolContractName` name too.',
    body: z.strictObject({
      ...own(),
      ...pool(),
      ...stakeTerms(),
      amount: amount(),
      lockPeriod: z.optional(z.int()),
    }),
    example: { amount: '200000', lockPeriod: 1, pool: 'FAST_POOL', signerManager: SIGNER_MANAGER },
    exampleVault: '2',
    names: poolNames,
    run: (gateway, vaultId, body, options) => {
      const {
        pool: _,
        poolAddress,
        poolContractName,
        amount: sum,
        lockPeriod = 1,
        ...terms
      } = body;
      return gateway.delegateToPool(vaultId, ...poolOf(body), sum, lockPeriod, {
        ...options,
        ...terms,
      });
    },
  });
}

function allowContractCaller(): GatewayRoute<Gateway> {
  return operation(TAG, 'stacking/pool/allow-contract-caller', {
    operation: 'allowContractCaller',
    summary: 'Allows a pool’s contract to lock the STX; pox-5 needs none.',
    answer: callerAllowed(),
    body: z.strictObject({ ...own(), ...pool() }),
    bodyOptional: true,
    example: { pool: 'FAST_POOL' },
    names: poolNames,
    run: (gateway, vaultId, body, options) =>
      gateway.allowContractCaller(vaultId, ...poolOf(body), options),
  });
}

function revokeDelegation(): GatewayRoute<Gateway> {
  return operation(TAG, 'revoke-delegation', {
    operation: 'revokeDelegation',
    summary: 'Takes back a delegation, or unstakes on pox-5.',
    body: z.strictObject({ ...own(), signerManager: z.exactOptional(z.string()) }),
    bodyOptional: true,
    example: { signerManager: SIGNER_MANAGER },
    exampleVault: '6',
    run: (gateway, vaultId, params, options) =>
      gateway.revokeDelegation(vaultId, { ...options, ...params }),
  });
}
