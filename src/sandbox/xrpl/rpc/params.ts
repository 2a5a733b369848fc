import { isValidClassicAddress } from '../ripple.js';
import { invalidField, missingField, RpcError } from './errors.js';

/** A command's parameters. What has the wrong type is refused as the node refuses it. */
export class Params {
  readonly all: Readonly<Record<string, unknown>>;

  constructor(all: Readonly<Record<string, unknown>>) {
    this.all = all;
  }

  has(name: string): boolean {
    return this.all[name] !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.all[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw invalidField(name);
    return value;
  }

  flag(name: string): boolean {
    const value = this.all[name];
    if (value === undefined) return false;
    if (typeof value !== 'boolean') throw invalidField(name);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.all[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value)) throw invalidField(name);
    return value;
  }

  /** A required address. */
  account(name = 'account'): string {
    const value = this.text(name);
    if (value === undefined) throw missingField(name);
    if (!isValidClassicAddress(value)) throw new RpcError('actMalformed');
    return value;
  }

  /** How many entries a page may hold: within what the node allows. */
  limit(range: { min: number; standard: number; max: number }): number {
    const value = this.integer('limit');
    if (value === undefined) return range.standard;
    if (value <= 0) throw invalidField('limit');
    return Math.min(Math.max(value, range.min), range.max);
  }
}

/** Up to `limit` of `items`, from where a marker says, and the marker of what is left. */
export function page<T>(
  items: readonly T[],
  limit: number,
  marker: unknown,
): { items: readonly T[]; marker?: string } {
  const start = marker === undefined ? 0 : readMarker(marker);
  const end = start + limit;
  const part = items.slice(start, end);
  return end < items.length ? { items: part, marker: `${end}` } : { items: part };
}

function readMarker(marker: unknown): number {
  if (typeof marker !== 'string' || !/^\d{1,9}$/.test(marker)) throw invalidField('marker');
  return Number(marker);
}
