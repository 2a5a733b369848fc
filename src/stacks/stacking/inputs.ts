import * as z from 'zod/mini';
import { bytesToHex, fromHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { parsedWith, vaultId } from '../../core/fields.js';
import type { StacksNetworkKind } from '../network.js';
import type { StacksAmount } from '../options.js';
import { stxAmount } from '../wire/amounts.js';
import { formatBitcoinAddress, parseBitcoinAddress } from '../wire/bitcoin-address.js';
import { contractOf } from '../wire/principals.js';
import { MAX_STAKE_CYCLES } from './pox.js';

/** The most bytes that pox-5 hands on to a signer manager. */
const MAX_CALLDATA_BYTES = 500;

const MAX_U128 = 2n ** 128n - 1n;
const MAX_POX_4_CYCLES = 12;

/** A payout of rewards by a signer manager in BTC, to an address, rather than as sBTC. */
export interface PayoutParams {
  /** A Bitcoin address of the network. Default: that of the vault's own key. */
  readonly address?: string;
  /**
   * In satoshis: the highest Bitcoin fee. All of it is deducted from the rewards, and rewards that don't exceed
   * it by more than 546 are not paid out.
   */
  readonly maxFee: string | number | bigint;
  /** In satoshis, for managers that know it: less is not paid out. */
  readonly minClaim?: string | number | bigint;
}

/**
 * The signer whose signature a solo stacker of pox-4 needs. Default: the vault's own key makes it. A key of
 * another vault account may make it instead, or the caller gives it and it is checked against everything that it
 * has to permit.
 */
export type SignerChoice =
  | {
      /** The vault account whose key signs the permission, as a signing request of its own. */
      readonly vaultAccountId: string;
    }
  | {
      /** 33 bytes, hexadecimal. */
      readonly signerKey: string;
      /** r, s and recovery id: 65 bytes, hexadecimal. */
      readonly signature: string;
    };

/** The fields of a signer's permission that a solo stacker of pox-4 can choose. */
interface PermitParams {
  /** The signer that permits it. Default: the vault's own key. */
  readonly signer?: SignerChoice;
  /**
   * In microSTX, unlike `amount`: the most that the permission allows, in the signers' notation. Default: the
   * amount that is locked with it.
   */
  readonly maxAmount?: string | number | bigint;
  /** Distinguishes a permission from earlier ones. Default: chosen here. */
  readonly authId?: string | number | bigint;
}

/** Fields that pox-5 needs in place of those of pox-4. */
export interface StakeTerms {
  /** The signer manager to stake with, if pox-5 is the active contract. */
  readonly signerManager?: string;
  /** The address to which that manager pays rewards: only beside it. Default: as sBTC, to the account. */
  readonly payout?: PayoutParams;
}

/** What {@link StacksGateway.stackSolo} takes. */
export interface StackSoloParams extends PermitParams, StakeTerms {
  /** In STX. */
  readonly amount: StacksAmount;
  /** In cycles, 1 to 12. */
  readonly lockPeriod: number;
  /**
   * A Bitcoin address of the network, for rewards of pox-4. Default: that of the vault's own key. Under pox-5 it is
   * refused, unless `payout` has an address too; and so is that address under pox-4, unless this is given.
   */
  readonly rewardsAddress?: string;
}

/** What {@link StacksGateway.increaseStackedAmount} takes. */
export interface IncreaseStackedParams extends PermitParams {
  /** In STX: the amount to stack in addition. */
  readonly increaseBy: StacksAmount;
}

/** What {@link StacksGateway.extendStackingPeriod} takes. */
export interface ExtendStackingParams extends PermitParams {
  /** In cycles, 1 to 12; from the present cycle on, the lock must not last longer than 12. */
  readonly extendCycles: number;
  /** Default: the address that is paid already. */
  readonly rewardsAddress?: string;
}

/** Fields that pools of pox-5 need in {@link StacksGateway.delegateToPool}. */
export type DelegationTerms = StakeTerms;

/** What {@link StacksGateway.stake} takes. */
export interface StakeParams {
  /** `address.name` of the signer's contract: see {@link StacksGateway.listSignerManagers}. */
  readonly signerManager: string;
  /** In STX. Only the manager sets a minimum. */
  readonly amount: StacksAmount;
  /** 1 to 96, from the next cycle on. */
  readonly cycles: number;
  /** Default: rewards are paid as sBTC, to the account. */
  readonly payout?: PayoutParams;
  /** Instead of `payout`, for managers of another kind: up to 500 bytes, hexadecimal. */
  readonly calldata?: string;
}

/** What {@link StacksGateway.updateStake} takes; at least one of these fields. */
export interface UpdateStakeParams {
  /** Cycles to add. Default 0. 1 to 96 must remain, from the next cycle on. */
  readonly cycles?: number;
  /** In STX: the amount to stake in addition. Default nothing. */
  readonly increaseBy?: StacksAmount;
  /** The signer manager to change to. */
  readonly signerManager?: string;
  /**
   * The payout of rewards from now on; `null` for sBTC. Default: as before. The contract forgets it with every
   * update, so it is read and sent again; with a signer manager that doesn't show it (it has no `get-pox-addr`),
   * this or `calldata` must be given.
   */
  readonly payout?: PayoutParams | null;
  /** Instead of `payout`, for managers of another kind: up to 500 bytes, hexadecimal. */
  readonly calldata?: string;
}

/** What {@link StacksGateway.claimRewards} takes. */
export interface ClaimRewardsParams {
  /** The cycle whose rewards to claim. Default: the last one that is over. */
  readonly cycle?: number;
  /** Default: that of the present stake. */
  readonly signerManager?: string;
}

/** What {@link StacksGateway.checkEligibility} takes. */
export interface EligibilityParams {
  /** In STX. */
  readonly amount: StacksAmount;
  /** Default 1. */
  readonly cycles?: number;
  /** Needed where pox-5 is the active contract. */
  readonly signerManager?: string;
}

/** A whole number up to a limit, however it is written; no `null`, no blanks, no exponents. */
function whole(least: bigint, most: bigint, unit: string) {
  return parsedWith((value) => {
    const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
    const text = isWhole ? String(value) : value;
    const number =
      typeof text === 'string' && /^(?:0|[1-9]\d{0,38})$/.test(text) ? BigInt(text) : -1n;
    if (number >= least && number <= most) return number;
    throw new InvalidInputError('', `must be a whole number${unit}, ${least} to ${most}`);
  });
}

const sats = whole(0n, 21n * 10n ** 14n, ' of satoshis');
const microStx = whole(1n, MAX_U128, ' of microSTX');
const u128 = whole(0n, MAX_U128, '');

/** People enter cycles: only a plain number is accepted, nothing that merely converts to one. */
function cycles(least: number, most: number) {
  const reason = `must be a whole number of cycles, ${least} to ${most}`;
  return parsedWith((value) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
      return value;
    }
    throw new InvalidInputError('', reason);
  });
}

function hexOf(least: number, most: number, pattern = /^/) {
  return parsedWith((value) => {
    const bytes = typeof value === 'string' ? fromHex(value.replace(/^0x/, '')) : undefined;
    if (bytes && bytes.length >= least && bytes.length <= most) {
      const hex = bytesToHex(bytes);
      if (pattern.test(hex)) return hex;
    }
    const length = least === most ? `${least}` : `${least} to ${most}`;
    throw new InvalidInputError('', `must be ${length} bytes in hexadecimal`);
  });
}

const publicKey = hexOf(33, 33, /^0[23]/);

const signerChoice = z
  .strictObject({
    vaultAccountId: z.optional(vaultId),
    signerKey: z.optional(publicKey),
    signature: z.optional(hexOf(65, 65)),
  })
  .check(
    z.refine(
      ({ vaultAccountId, signerKey, signature }) =>
        (vaultAccountId === undefined) === (signerKey !== undefined) &&
        (signerKey === undefined) === (signature === undefined),
      'must be a vaultAccountId, or a signerKey with its signature',
    ),
  );

const permitFields = {
  signer: z.optional(signerChoice),
  maxAmount: z.optional(microStx),
  authId: z.optional(u128),
};

/** The schemas of a network; addresses are kept as text, in their only form. */
export function stackingSchemas(kind: StacksNetworkKind) {
  const bitcoinAddress = parsedWith((value) =>
    formatBitcoinAddress(parseBitcoinAddress(value, kind, ''), kind),
  );
  const contract = contractOf(kind);
  const calldata = z.optional(hexOf(1, MAX_CALLDATA_BYTES));
  const payout = z.strictObject({
    address: z.optional(bitcoinAddress),
    maxFee: sats,
    minClaim: z.optional(sats),
  });
  const stakeTerms = { signerManager: z.optional(contract), payout: z.optional(payout) };
  return {
    stackSolo: z.strictObject({
      amount: stxAmount,
      lockPeriod: cycles(1, MAX_POX_4_CYCLES),
      rewardsAddress: z.optional(bitcoinAddress),
      ...permitFields,
      ...stakeTerms,
    }),
    increase: z.strictObject({ increaseBy: stxAmount, ...permitFields }),
    extend: z.strictObject({
      extendCycles: cycles(1, MAX_POX_4_CYCLES),
      rewardsAddress: z.optional(bitcoinAddress),
      ...permitFields,
    }),
    delegate: z.strictObject({
      amount: stxAmount,
      lockPeriod: cycles(1, MAX_POX_4_CYCLES),
      ...stakeTerms,
    }),
    revoke: z.strictObject({ signerManager: z.optional(contract) }),
    stake: z.strictObject({
      signerManager: contract,
      amount: stxAmount,
      cycles: cycles(1, MAX_STAKE_CYCLES),
      payout: z.optional(payout),
      calldata,
    }),
    update: z.strictObject({
      cycles: z.optional(cycles(0, MAX_STAKE_CYCLES)),
      increaseBy: z.optional(stxAmount),
      signerManager: z.optional(contract),
      payout: z.optional(z.nullable(payout)),
      calldata,
    }),
    unstake: z.strictObject({ signerManager: z.optional(contract) }),
    claim: z.strictObject({
      cycle: z.optional(z.int().check(z.gte(0))),
      signerManager: z.optional(contract),
    }),
    eligibility: z.strictObject({
      amount: stxAmount,
      cycles: z.optional(cycles(1, MAX_STAKE_CYCLES)),
      signerManager: z.optional(contract),
    }),
  };
}

export type StackingSchemas = ReturnType<typeof stackingSchemas>;
/** A checked input, by its schema's name. */
export type Checked<Name extends keyof StackingSchemas> = z.output<StackingSchemas[Name]>;
