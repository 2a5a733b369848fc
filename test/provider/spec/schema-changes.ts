import {
  type Alternative,
  alternativesOf,
  type Json,
  listedIn,
  type Placed,
} from './alternatives.js';

/** Two documents: a newer one, and what this release has. */
export interface Documents {
  readonly theirs: Json;
  readonly ours: Json;
}

/** What tells kinds apart, if there is one in all of them. */
const KINDS = ['transferMethod', 'type', 'entityType', 'feeType', 'amountType'];

/** Compares what two schemas let through; each change is told once, where the newer document has it. */
export class SchemaChanges {
  readonly #documents: Documents;
  readonly #found = new Set<string>();
  readonly #compared = new Set<string>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** `+` is new in the newer document, `-` is gone from it. */
  get found(): readonly string[] {
    return [...this.#found];
  }

  compare(theirs: readonly Placed[], ours: readonly Placed[], isNewOnly = false): void {
    const pair = JSON.stringify([theirs, ours].map((side) => side.map(({ schema }) => schema)));
    if (this.#compared.has(pair)) return;
    this.#compared.add(pair);
    const before = new Set(this.#found);
    this.#alternatives(
      alternativesOf(this.#documents.theirs, theirs),
      alternativesOf(this.#documents.ours, ours),
      theirs[0]?.place ?? '',
    );
    if (!isNewOnly) return;
    for (const change of this.#found) {
      if (!before.has(change) && change.startsWith('-')) this.#found.delete(change);
    }
  }

  #alternatives(theirs: readonly Alternative[], ours: readonly Alternative[], outer: string): void {
    const [place = outer, ...others] = new Set(theirs.map((one) => one.place));
    this.#placed(others.length === 0 ? place || outer : outer, theirs, ours);
  }

  #placed(place: string, theirs: readonly Alternative[], ours: readonly Alternative[]): void {
    this.#values(place, valuesOf(theirs), valuesOf(ours));
    const kind = KINDS.find((name) =>
      [theirs, ours].every((side) => side.length > 0 && side.every((one) => isKind(one, name))),
    );
    if (kind === undefined) this.#fields(place, theirs, ours);
    else this.#kinds(place, kind, theirs, ours);
    const items = (side: readonly Alternative[]) => side.flatMap((one) => one.items);
    if (items(theirs).length > 0 && items(ours).length > 0) {
      this.compare(items(theirs), items(ours));
    }
  }

  /** Each kind by itself: what the others have is nothing to it. */
  #kinds(
    place: string,
    kind: string,
    theirs: readonly Alternative[],
    ours: readonly Alternative[],
  ): void {
    const kindsOf = (side: readonly Alternative[]) =>
      new Set(side.flatMap((one) => kindsIn(one, kind)));
    this.#lists(`${place}.${kind}`, kindsOf(theirs), kindsOf(ours));
    for (const each of kindsOf(theirs)) {
      const of = (side: readonly Alternative[]) =>
        side.filter((one) => kindsIn(one, kind).includes(each));
      if (of(ours).length > 0) this.#fields(`${place} ${each}`, of(theirs), of(ours), kind);
    }
  }

  /** @param kind What has been compared already. */
  #fields(
    place: string,
    theirs: readonly Alternative[],
    ours: readonly Alternative[],
    kind?: string,
  ): void {
    const [after, before] = [namesIn(theirs), namesIn(ours)];
    this.#lists(place, after, before);
    for (const name of after) {
      if (!before.has(name) || name === kind) continue;
      const at = `${place}.${name}`;
      const [isNeeded, wasNeeded] = [theirs, ours].map((side) =>
        side.every((one) => one.required.has(name)),
      );
      if (isNeeded && !wasNeeded) this.#found.add(`+ ${at} is required`);
      if (!isNeeded && wasNeeded) this.#found.add(`- ${at} is required`);
      const [their, own] = [anyOf(theirs, name), anyOf(ours, name)];
      if (their.length > 0 && own.length > 0) {
        this.compare(
          [{ schema: { anyOf: their }, place: at }],
          [{ schema: { anyOf: own }, place: at }],
        );
      }
    }
  }

  #values(place: string, theirs: ReadonlySet<string>, ours: ReadonlySet<string>): void {
    if (theirs.size > 0 && ours.size === 0) this.#found.add(`+ ${place} is an enumeration`);
    else if (theirs.size > 0) this.#lists(place, theirs, ours, (value) => JSON.stringify(value));
  }

  #lists(
    place: string,
    theirs: ReadonlySet<string>,
    ours: ReadonlySet<string>,
    shown = (name: string) => name,
  ): void {
    for (const name of theirs) if (!ours.has(name)) this.#found.add(`+ ${place}: ${shown(name)}`);
    for (const name of ours) if (!theirs.has(name)) this.#found.add(`- ${place}: ${shown(name)}`);
  }
}

function namesIn(side: readonly Alternative[]): ReadonlySet<string> {
  return new Set(side.flatMap((one) => [...one.properties.keys(), ...one.required]));
}

/** What a property is in any of the alternatives that have it. */
function anyOf(side: readonly Alternative[], name: string): readonly Json[] {
  return side
    .map((one) => (one.properties.get(name) ?? []).map(({ schema }) => schema))
    .filter((schemas) => schemas.length > 0)
    .map((schemas) => ({ allOf: schemas }));
}

function isKind(one: Alternative, name: string): boolean {
  return one.required.has(name) && kindsIn(one, name).length > 0;
}

/** Which kinds a property says that this is. */
function kindsIn({ properties }: Alternative, name: string): readonly string[] {
  return (properties.get(name) ?? []).flatMap(({ schema }) => listedIn(schema));
}

function valuesOf(side: readonly Alternative[]): ReadonlySet<string> {
  return new Set(side.flatMap((one) => one.values));
}
