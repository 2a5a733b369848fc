import { readFileSync } from 'node:fs';

interface BcsValues {
  readonly integers: readonly {
    readonly type: string;
    readonly value: string;
    readonly bytes: string;
  }[];
  readonly structs: readonly {
    readonly name: string;
    readonly fields: readonly (readonly [name: string, type: string])[];
    readonly value: Readonly<Record<string, unknown>>;
    readonly bytes: string;
  }[];
  readonly enums: readonly {
    readonly name: string;
    readonly variants: readonly (readonly [name: string, type: string])[];
    readonly values: readonly {
      readonly variant: string;
      readonly value: string | number;
      readonly bytes: string;
    }[];
  }[];
}

/** What the specification of BCS has for examples. */
export const bcsValues: BcsValues = JSON.parse(
  readFileSync(new URL('../../recorded/aptos/bcs-values.json', import.meta.url), 'utf8'),
);

/** Hexadecimal as this package has it, of bytes as the specification prints them. */
export function hexIn(bytes: string): string {
  return `0x${bytes.replaceAll(' ', '').toLowerCase()}`;
}
