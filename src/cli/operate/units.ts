import type { ChainName } from './names.js';

/** A unit in which a flag takes an amount, at the end of its name. */
export interface Unit {
  /** Such as `xrp`, for `--amount-xrp`. */
  readonly suffix: string;
  /** How many decimals it may have; `undefined` where only the token knows. */
  readonly decimals: number | undefined;
  /** Fields that are set beside the amount, since they say its unit. */
  readonly beside?: Readonly<Record<string, string>>;
}

const XRP: Unit = { suffix: 'xrp', decimals: 6 };
const OCTAS: Unit = { suffix: 'octas', decimals: 0 };
const STX: Unit = { suffix: 'stx', decimals: 6 };
const SATOSHIS: Unit = { suffix: 'sats', decimals: 0 };

/** A million drops are one XRP. */
export const DROPS: Unit = { suffix: 'drops', decimals: 0 };
export const WHOLE_XRP: Unit = XRP;

/** The unit is what is transferred: each asset has a flag of its own. */
const STACKS_ASSETS: readonly Unit[] = [
  STX,
  { suffix: 'sbtc', decimals: undefined, beside: { assetType: 'sBTC' } },
  { suffix: 'usdcx', decimals: undefined, beside: { assetType: 'USDCx' } },
  { suffix: 'tokens', decimals: undefined, beside: { assetType: 'Custom' } },
];

/**
 * The units of a chain's amounts, by `operation.field` or by the field alone. The amounts of the XRP Ledger that may
 * be tokens say themselves which forms they have.
 */
const UNITS: Readonly<Record<ChainName, Readonly<Record<string, readonly Unit[]>>>> = {
  xrpl: {
    'xrpTransfer.amount': [XRP],
    'findPaths.amount': [DROPS, { suffix: 'value', decimals: undefined }],
  },
  aptos: {
    'transferMove.amount': [
      { ...OCTAS, beside: { unit: 'octas' } },
      { suffix: 'coins', decimals: 8, beside: { unit: 'coins' } },
    ],
    'transferToken.amount': [
      { suffix: 'base', decimals: 0, beside: { unit: 'base' } },
      { suffix: 'tokens', decimals: undefined, beside: { unit: 'tokens' } },
    ],
    maxGasAmount: [{ suffix: 'units', decimals: 0 }],
    gasUnitPrice: [OCTAS],
  },
  stacks: {
    'transfer.amount': STACKS_ASSETS,
    amount: [STX],
    newAmount: [STX],
    increaseBy: [STX],
    fee: [STX],
    newFee: [STX],
    maxAmount: [{ suffix: 'microstx', decimals: 0 }],
    'payout.maxFee': [SATOSHIS],
    'payout.minClaim': [SATOSHIS],
  },
};

/** The units of a field; none for a field that is no amount. */
export function unitsOf(
  chain: ChainName,
  operation: string,
  path: readonly string[],
): readonly Unit[] {
  const field = path.join('.');
  const { [`${operation}.${field}`]: own, [field]: usual = [] } = UNITS[chain];
  return own ?? usual;
}

/** Fields that no flag sets by itself, since the flag of an amount does. */
export function isSetBeside(chain: ChainName, operation: string, field: string): boolean {
  return Object.entries(UNITS[chain]).some(
    ([name, units]) =>
      name.startsWith(`${operation}.`) &&
      units.some(({ beside = {} }) => Object.hasOwn(beside, field)),
  );
}
