import * as z from 'zod/mini';
import { bytesToHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { MAINNET_ID } from '../network.js';
import { addressOfId, isClassicAddress } from './address.js';
import { decodeChecked } from './base58.js';

/** What the bytes of an X-address begin with, by their network. */
const NETWORKS: Readonly<Record<string, { readonly isTest: boolean }>> = {
  '0544': { isTest: false },
  '0493': { isTest: true },
};

/** Prefix, account, flag, tag, and four bytes that are kept for longer tags. */
const LENGTH = 2 + 20 + 1 + 4 + 4;

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
      (text) => isClassicAddress(text) || readXAddress(text) !== undefined,
      'must be a classic address (r...) or an X-address',
    ),
  );

/** `undefined` if it is not one: also if bytes that have no meaning are not zero. */
export function readXAddress(text: string): XAddress | undefined {
  const bytes = decodeChecked(text);
  const network = bytes && NETWORKS[bytesToHex(bytes.subarray(0, 2))];
  if (!network || bytes.length !== LENGTH) return undefined;
  const { buffer, byteOffset } = bytes;
  const numbers = new DataView(buffer, byteOffset);
  const [flag, tag] = [numbers.getUint8(22), numbers.getUint32(23, true)];
  const rest = numbers.getUint32(27, true);
  if (rest !== 0 || flag > 1 || (flag === 0 && tag !== 0)) return undefined;
  const address = addressOfId(bytes.subarray(2, 22));
  return { address, tag: flag === 1 ? tag : undefined, ...network };
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
