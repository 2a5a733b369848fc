import * as z from 'zod/mini';
import { schemaOf } from '../../core/json-schema.js';

/** How the text of a flag becomes the value of a field. */
export type FieldKind =
  | { readonly kind: 'text' | 'text-or-json' | 'integer' | 'boolean' | 'texts' | 'json' | 'none' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** An object of booleans: each name that is given is set to `true`. */
  | { readonly kind: 'switches'; readonly choices: readonly string[] }
  /** An amount of the XRP Ledger: which of these forms it may have. */
  | { readonly kind: 'ledger-amount'; readonly forms: readonly ('drops' | 'token' | 'mpt')[] };

/** One field of a body, at any depth. */
export interface Field {
  /** The names that lead to it, such as `['payout', 'maxFee']`. */
  readonly path: readonly string[];
  readonly value: FieldKind;
  readonly isRequired: boolean;
}

const jsonSchema = z.looseObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  additionalProperties: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  items: z.optional(z.unknown()),
});

type Schema = z.output<typeof jsonSchema>;

/** The fields of a body, in the order of its schema. A field of several forms of the body comes once. */
export function fieldsOf(body: z.ZodMiniType): readonly Field[] {
  const { schema } = schemaOf('Body', body);
  return within(branchesOf(schema), [], true);
}

/** The fields of an object, or of one of several. */
function within(
  branches: readonly Schema[],
  path: readonly string[],
  isRequired: boolean,
): readonly Field[] {
  const names = new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const having = branches.filter(({ properties = {} }) => Object.hasOwn(properties, name));
    const isAlways = branches.every(({ required = [] }) => required.includes(name));
    const forms = having.flatMap(({ properties = {} }) => branchesOf(properties[name]));
    return fieldsAt([...path, name], forms, isRequired && isAlways);
  });
}

function fieldsAt(
  path: readonly string[],
  forms: readonly Schema[],
  isRequired: boolean,
): readonly Field[] {
  const value = kindOf(forms);
  if (value) return [{ path, value, isRequired }];
  const objects = forms.filter(isObjectSchema);
  const inner = within(objects, path, isRequired);
  const isNullable = forms.some(({ type }) => type === 'null');
  return isNullable ? [...inner, { path, value: { kind: 'none' }, isRequired: false }] : inner;
}

/** `undefined` for an object whose fields get flags of their own. */
function kindOf(forms: readonly Schema[]): FieldKind | undefined {
  const amount = ledgerAmount(forms);
  if (amount) return amount;
  const types = new Set(forms.flatMap(({ type = 'anything' }) => type));
  const choices = choicesOf(forms);
  if (choices) return { kind: 'choice', choices };
  if (types.has('string')) return { kind: forms.some(isObjectSchema) ? 'text-or-json' : 'text' };
  if (types.has('integer') || types.has('number')) return { kind: 'integer' };
  if (types.has('boolean')) return { kind: 'boolean' };
  const [only, ...others] = forms;
  if (!only || others.some(({ type }) => type !== 'null')) return { kind: 'json' };
  if (types.has('array')) return { kind: isOfTexts(only) ? 'texts' : 'json' };
  if (!isObjectSchema(only)) return { kind: 'json' };
  const inner = Object.entries(only.properties ?? {});
  if (inner.every(([, one]) => branchesOf(one)[0]?.type === 'boolean')) {
    return { kind: 'switches', choices: inner.map(([name]) => name) };
  }
  return undefined;
}

/** Amounts of the ledger are drops as text, or objects with a value. */
function ledgerAmount(forms: readonly Schema[]): FieldKind | undefined {
  const objects = forms.filter(isObjectSchema);
  const isAmount = ({ properties = {} }: Schema) => Object.hasOwn(properties, 'value');
  if (objects.length === 0 || !objects.every(isAmount)) return undefined;
  const isMpt = ({ properties = {} }: Schema) => Object.hasOwn(properties, 'mptIssuanceId');
  return {
    kind: 'ledger-amount',
    forms: [
      ...(forms.some(({ type }) => type === 'string') ? (['drops'] as const) : []),
      ...(objects.some((one) => !isMpt(one)) ? (['token'] as const) : []),
      ...(objects.some(isMpt) ? (['mpt'] as const) : []),
    ],
  };
}

function choicesOf(forms: readonly Schema[]): readonly string[] | undefined {
  const named = forms.map(({ enum: many, const: one }) => many ?? (one === undefined ? [] : [one]));
  const choices = named.flat().filter((choice) => typeof choice === 'string');
  return named.every((each) => each.length > 0) && choices.length > 0
    ? [...new Set(choices)]
    : undefined;
}

function isOfTexts({ items }: Schema): boolean {
  const forms = branchesOf(items);
  return forms.length > 0 && forms.every(({ type }) => type === 'string');
}

function isObjectSchema({ type, properties }: Schema): boolean {
  return type === 'object' && properties !== undefined;
}

/** The forms that a value may have; one where the schema names no alternatives. */
function branchesOf(schema: unknown): readonly Schema[] {
  const parsed = z.safeParse(jsonSchema, schema);
  if (!parsed.success) return [];
  const { anyOf, oneOf } = parsed.data;
  return anyOf || oneOf ? [...(anyOf ?? []), ...(oneOf ?? [])].flatMap(branchesOf) : [parsed.data];
}
