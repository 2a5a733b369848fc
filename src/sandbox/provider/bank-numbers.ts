import type { Derive } from '../seed.js';

/** Decimal digits that follow from the seed. */
export function digits(derive: Derive, label: string, count: number): string {
  return [...derive(label).subarray(0, count)].map((byte) => byte % 10).join('');
}

/** A German IBAN with right check digits (ISO 13616), of a bank that does not exist. */
export function iban(derive: Derive, label: string): string {
  const account = digits(derive, label, 18);
  // D, E as 13, 14, and the check digits as zeros.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${check.toString().padStart(2, '0')}${account}`;
}
