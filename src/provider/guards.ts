import type {
  AssetReference,
  NationalCurrency,
  NativeCryptocurrency,
  OtherAssetReference,
} from './schemas/assets.js';
import type {
  Bridge,
  OffRamp,
  OnRamp,
  PrefundedBridge,
  PrefundedOffRamp,
  PrefundedOnRamp,
  Ramp,
} from './schemas/ramps.js';
import type { Withdrawal } from './schemas/withdrawals.js';

/** Whether an asset is a national currency. */
export function isNationalCurrency(asset: AssetReference): asset is NationalCurrency {
  return asset.nationalCurrencyCode !== undefined;
}

/** Whether an asset is the coin of a blockchain. */
export function isNativeCryptocurrency(asset: AssetReference): asset is NativeCryptocurrency {
  return 'cryptocurrencySymbol' in asset && asset.cryptocurrencySymbol !== undefined;
}

/** Whether an asset is one that the provider lists. */
export function isListedAsset(asset: AssetReference): asset is OtherAssetReference {
  return asset.assetId !== undefined;
}

/** A record with a destination. */
type ByDestination = { readonly destination: { readonly transferMethod: string } };

/** A record whose destination has one transfer method. */
export type DestinedBy<Record, Method extends string> = Record extends {
  /** The destination in any of its forms. */
  readonly destination: infer Destination;
}
  ? Extract<
      Destination,
      {
        /** Selects the forms. */
        readonly transferMethod: Method;
      }
    > extends never
    ? never
    : Record & {
        /** The destination in the form of this transfer method. */
        readonly destination: Extract<
          Destination,
          {
            /** Selects the form. */
            readonly transferMethod: Method;
          }
        >;
      }
  : never;

/**
 * Whether a withdrawal or a deposit address uses a transfer method. Narrows the record and its destination. (A
 * method itself is narrowed by comparing `transferMethod`.)
 *
 * @example
 * ```ts
 * import { goesBy, type Withdrawal } from 'custody-gateways/provider';
 *
 * function hashOf(withdrawal: Withdrawal): string | undefined {
 *   return goesBy(withdrawal, 'PublicBlockchain') ? withdrawal.destination.blockchainTxId : undefined;
 * }
 * console.log(typeof hashOf);
 * ```
 */
export function goesBy<R extends ByDestination, Method extends R['destination']['transferMethod']>(
  record: R,
  method: Method,
): record is R & DestinedBy<R, Method> {
  return record.destination?.transferMethod === method;
}

/** Whether a withdrawal has ended, successfully or not. A status that is unknown here does not count as an end. */
export function isFinal(withdrawal: Pick<Withdrawal, 'status'>): boolean {
  return withdrawal.status === 'succeeded' || withdrawal.status === 'failed';
}

/**
 * Whether a ramp is paid from the account's balance. One that is not has `paymentInstructions`.
 *
 * @example
 * ```ts
 * import { isOnRamp, isPrefunded, type Ramp } from 'custody-gateways/provider';
 *
 * const isToBePaid = (ramp: Ramp) =>
 *   isOnRamp(ramp) && !isPrefunded(ramp) && ramp.paymentInstructions !== undefined;
 * console.log(typeof isToBePaid);
 * ```
 */
export function isPrefunded(
  ramp: Ramp,
): ramp is PrefundedOnRamp | PrefundedOffRamp | PrefundedBridge {
  const isListed = isOnRamp(ramp) || isOffRamp(ramp) || isBridge(ramp);
  return isListed && 'type' in ramp.from && ramp.from.type === 'Prefunded';
}

/** Whether a ramp goes from a national currency to a blockchain. */
export function isOnRamp(ramp: Ramp): ramp is OnRamp | PrefundedOnRamp {
  return ramp.type === 'OnRamp';
}

/** Whether a ramp goes from a blockchain to a national currency. */
export function isOffRamp(ramp: Ramp): ramp is OffRamp | PrefundedOffRamp {
  return ramp.type === 'OffRamp';
}

/** Whether a ramp goes from a blockchain to another. */
export function isBridge(ramp: Ramp): ramp is Bridge | PrefundedBridge {
  return ramp.type === 'Bridge';
}
