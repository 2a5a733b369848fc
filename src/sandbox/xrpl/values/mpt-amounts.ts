import { isObject } from '../../../core/json.js';
import { encodeAccountID } from '../ripple.js';

/** An amount of a multi-purpose token. */
export interface MptAmount {
  readonly id: string;
  readonly issuer: string;
  readonly value: bigint;
}

/** The same as the ledger's JSON writes it. */
export interface MptJson {
  readonly mpt_issuance_id: string;
  readonly value: string;
}

export function mptJson(id: string, value: bigint): MptJson {
  return { mpt_issuance_id: id, value: value.toString() };
}

export const MAX_MPT = 2n ** 63n - 1n;

/** Reads an amount out of the codec's JSON; `undefined` for one of something else. */
export function readMptAmount(json: unknown): MptAmount | undefined {
  if (!isObject(json)) return undefined;
  const { mpt_issuance_id: id, value } = json;
  if (typeof id !== 'string' || typeof value !== 'string') return undefined;
  return { id, issuer: issuerOf(id), value: BigInt(value) };
}

/** It stands in the id, behind the number of what created it. */
function issuerOf(id: string): string {
  return encodeAccountID(Buffer.from(id.slice(8), 'hex'));
}
