import fc from 'fast-check';
import type { Fields } from '../../support/xrpl-blob.js';
import * as arbitrary from './arbitraries.js';

/** Parameters, and the transaction that the documentation promises for them. */
export interface Sample {
  readonly given: Readonly<Record<string, unknown>>;
  /** Without what the gateway adds: Account, Fee, Sequence, LastLedgerSequence, SigningPubKey. */
  readonly fields: Fields;
  /** The limit that the vault's line to the holder has; none when there is no line. */
  readonly limit?: string;
}

/** A value as it is given, and as the transaction has it. */
export interface Both {
  readonly given: unknown;
  /** `undefined`: the transaction does without the field. */
  readonly kept: unknown;
}

/** One parameter: its name, its ledger field, and values of it. */
export interface Parameter {
  readonly name: string;
  readonly field: string;
  readonly values: fc.Arbitrary<Both | undefined>;
}

export const same = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Both> =>
  values.map((value) => ({ given: value, kept: value }));

/** Given in either case, kept in capitals. */
export const anyCase = (values: fc.Arbitrary<string>): fc.Arbitrary<Both> =>
  values.chain((kept) => arbitrary.mixedCase(kept).map((given) => ({ given, kept })));

export const required = (name: string, field: string, values: fc.Arbitrary<Both>): Parameter => ({
  name,
  field,
  values,
});

export const optional = (name: string, field: string, values: fc.Arbitrary<Both>): Parameter => ({
  name,
  field,
  values: fc.option(values, { nil: undefined }),
});

/** Parameters side by side, and what becomes of each of them. */
export function parts(parameters: readonly Parameter[]): fc.Arbitrary<Sample> {
  return fc.tuple(...parameters.map(({ values }) => values)).map((chosen) => {
    const given: Record<string, unknown> = {};
    const fields: Record<string, unknown> = {};
    for (const [index, { name, field }] of parameters.entries()) {
      const value = chosen[index];
      if (value) given[name] = value.given;
      if (value?.kept !== undefined) fields[field] = value.kept;
    }
    return { given, fields };
  });
}

/** Samples of a transaction of one type. */
export function samples(
  TransactionType: string,
  parameters: readonly Parameter[],
  isSensible: (given: Sample['given']) => boolean = () => true,
): fc.Arbitrary<Sample> {
  return parts(parameters)
    .filter(({ given }) => isSensible(given))
    .map(({ given, fields }) => ({ given, fields: { TransactionType, ...fields } }));
}

/** Flags as booleans, some of them false; none at all is no field. */
export function flags(
  table: Readonly<Record<string, number>>,
  exclusive: readonly (readonly string[])[] = [],
): fc.Arbitrary<Both & { readonly given: Readonly<Record<string, boolean>> }> {
  const names = Object.keys(table);
  const booleans = Object.fromEntries(names.map((name) => [name, fc.boolean()]));
  return fc
    .record(booleans, { requiredKeys: [] })
    .filter((given) => exclusive.every((pair) => pair.filter((name) => given[name]).length < 2))
    .map((given) => {
      const sum = names.reduce((all, name) => all + (given[name] ? (table[name] ?? 0) : 0), 0);
      return { given: given as Record<string, boolean>, kept: sum === 0 ? undefined : sum };
    });
}

export const memos = optional('memos', 'Memos', arbitrary.memos);
export const hash = (name: string, field: string) =>
  optional(name, field, anyCase(arbitrary.hexOf(32)));
export const tag = optional('destinationTag', 'DestinationTag', same(arbitrary.uint32));
export const isToken = (value: unknown) => typeof value === 'object';
