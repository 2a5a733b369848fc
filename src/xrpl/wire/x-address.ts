import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { MAINNET_ID } from '../network.js';
import {
  classicAddressToXAddress,
  isValidClassicAddress,
  xAddressToClassicAddress,
} from './ripple-address.js';

/** Longer than any address. */
const MAX_LENGTH = 64;

/** An address, and the destination tag that may stand in it (XLS-5). */
interface XAddress {
  readonly address: string;
  readonly tag: number | undefined;
  /** Whether it is for test networks. */
  readonly isTest: boolean;
}

/** Where a payment goes: a classic address, or an X-address with its tag in it. */
export const destination = z
  .string()
  .check(
    z.refine(
      (text) =>
        text.length <= MAX_LENGTH &&
        (isValidClassicAddress(text) || readXAddress(text) !== undefined),
      'must be a classic address (r...) or an X-address',
    ),
  );

/** `undefined` if it is not one; the codec itself accepts some whose last bytes have no meaning. */
export function readXAddress(text: string): XAddress | undefined {
  if (!/^[XT]/.test(text) || text.length > MAX_LENGTH) return undefined;
  try {
    const { classicAddress: address, tag, test: isTest } = xAddressToClassicAddress(text);
    if (classicAddressToXAddress(address, tag, isTest) !== text) return undefined;
    return { address, tag: tag === false ? undefined : tag, isTest };
  } catch {
    return undefined;
  }
}

interface Destined {
  readonly destination: string;
  readonly destinationTag?: number | undefined;
}

/** A tag is in one place or in the other: two tags are refused, even if they are the same. */
export const oneTag = z.refine<{
  readonly destination: unknown;
  readonly destinationTag?: unknown;
}>(
  ({ destination: to, destinationTag }) =>
    destinationTag === undefined || typeof to !== 'string' || !readXAddress(to),
  { message: 'stands in the X-address already, or its owner wants none', path: ['destinationTag'] },
);

/** The same with a classic address, and the tag as its own field. */
export function withClassicAddress<T extends Destined>(params: T): T {
  const { address, tag } = readXAddress(params.destination) ?? {};
  if (address === undefined) return params;
  return { ...params, destination: address, destinationTag: tag };
}

/**
 * Refuses an address of test networks, so that no money goes there by mistake.
 *
 * @throws InvalidInputError
 */
export function checkNetworkOf(params: unknown, networkId: number): void {
  if (networkId !== MAINNET_ID || !isObject(params)) return;
  const { destination } = params;
  if (typeof destination !== 'string' || readXAddress(destination)?.isTest !== true) return;
  throw new InvalidInputError('destination', 'is an address of test networks');
}
