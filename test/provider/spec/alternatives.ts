import { isObject } from '../../../src/core/json.js';

export type Json = Readonly<Record<string, unknown>>;

/** A schema, and where it stands: in which named one, and there at which property. */
export interface Placed {
  readonly schema: Json;
  readonly place: string;
}

/** One of the things that a schema lets through, with everything that `allOf` adds to it. */
export interface Alternative {
  readonly place: string;
  readonly properties: ReadonlyMap<string, readonly Placed[]>;
  readonly required: ReadonlySet<string>;
  readonly items: readonly Placed[];
  /** Those of an enumeration, open or not. */
  readonly values: readonly string[];
}

/** What a document says at `#/such/a/place`. */
export function resolved(document: Json, value: unknown): Json {
  const json = isObject(value) ? value : {};
  if (typeof json.$ref !== 'string') return json;
  const parts = json.$ref.replace(/^#\//, '').split('/');
  const found = parts.reduce<unknown>(
    (at, part) => (isObject(at) ? at[part] : undefined),
    document,
  );
  if (!isObject(found)) throw new Error(`the document has no ${json.$ref}`);
  return resolved(document, found);
}

/** What all of some schemas together let through. */
export function alternativesOf(document: Json, schemas: readonly Placed[]): readonly Alternative[] {
  return schemas.map((each) => alternativesOfOne(document, each)).reduce(product, [NOTHING]);
}

const NOTHING: Alternative = {
  place: '',
  properties: new Map(),
  required: new Set(),
  items: [],
  values: [],
};

function alternativesOfOne(document: Json, { schema, place }: Placed): readonly Alternative[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace(/^.*\//, '');
    const named = { schema: resolved(document, schema), place: name };
    // Whatever it is put together from.
    return alternativesOfOne(document, named).map((each) => ({ ...each, place: name }));
  }
  const placed = (list: unknown) =>
    (Array.isArray(list) ? list.filter(isObject) : []).map((each) => ({ schema: each, place }));
  const choices = placed(schema.oneOf ?? schema.anyOf);
  const all = placed(schema.allOf).map((each) => alternativesOfOne(document, each));
  const chosen = choices.flatMap((each) => alternativesOfOne(document, each));
  const parts = choices.length === 0 ? all : [...all, chosen];
  return parts.reduce(product, [ownOf(schema, place)]).filter(isListed);
}

function ownOf(schema: Json, place: string): Alternative {
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const inner = (value: unknown, name: string): Placed[] =>
    // What may not be there is no field.
    isObject(value) && !isNever(value) ? [{ schema: value, place: `${place}.${name}` }] : [];
  const found = properties.map(([name, value]) => [name, inner(value, name)] as const);
  return {
    place,
    properties: new Map(found.filter(([, schemas]) => schemas.length > 0)),
    required: new Set(textsIn(schema.required)),
    items: inner(schema.items, '[]'),
    values: [...listedIn(schema), ...textsIn(schema.examples)],
  };
}

/** The values of a closed enumeration. */
export function listedIn(schema: Json): readonly string[] {
  return textsIn(schema.const === undefined ? schema.enum : [schema.const]);
}

function isNever({ not }: Json): boolean {
  return isObject(not) && Object.keys(not).length === 0;
}

/** Kinds that are newer than this release are in every reading: no document has them. */
function isListed({ properties }: Alternative): boolean {
  return ![...properties.values()].flat().some(({ schema: { not } }) => isObject(not));
}

function product(
  some: readonly Alternative[],
  others: readonly Alternative[],
): readonly Alternative[] {
  return some.flatMap((one) => others.map((other) => both(one, other)));
}

function both(one: Alternative, other: Alternative): Alternative {
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  const schemasOf = (name: string) => [
    ...(one.properties.get(name) ?? []),
    ...(other.properties.get(name) ?? []),
  ];
  return {
    // What only refers to something is called by the name of that.
    place: (isEmpty(one) ? other.place : '') || one.place || other.place,
    properties: new Map([...names].map((name) => [name, schemasOf(name)])),
    required: new Set([...one.required, ...other.required]),
    items: [...one.items, ...other.items],
    values: [...one.values, ...other.values],
  };
}

function isEmpty({ properties, items, values }: Alternative): boolean {
  return properties.size === 0 && items.length === 0 && values.length === 0;
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}
