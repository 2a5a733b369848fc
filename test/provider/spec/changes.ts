import { isObject } from '../../../src/core/json.js';
import { type Json, type Placed, resolved } from './alternatives.js';
import { type Documents, SchemaChanges } from './schema-changes.js';

interface Operation {
  readonly document: Json;
  readonly operation: Json;
  /** Of the path, for all of its operations. */
  readonly shared: Json;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Every request has these, however they are documented. */
const OF_EVERY_REQUEST = /^X-(?:FBAPI-(?:KEY|NONCE|TIMESTAMP|SIGNATURE)|FB-PLATFORM-SIGNATURE)$/i;

/**
 * What of operations, fields, required ones and enumerations a newer document has and this release doesn't (`+`),
 * and the other way round (`-`).
 */
export function changesBetween(documents: Documents): readonly string[] {
  const theirs = operationsOf(documents.theirs);
  const ours = operationsOf(documents.ours);
  const changes = new SchemaChanges(documents);
  const listed: string[] = [];
  for (const [name, operation] of theirs) {
    const own = ours.get(name);
    if (own === undefined) listed.push(`+ ${name}`);
    else listed.push(...parameterChanges(name, operation, own, changes));
    if (own !== undefined) compareBodies(name, operation, own, changes);
  }
  for (const name of ours.keys()) if (!theirs.has(name)) listed.push(`- ${name}`);
  return [...listed, ...changes.found];
}

function operationsOf(document: Json): ReadonlyMap<string, Operation> {
  const paths = Object.entries(isObject(document.paths) ? document.paths : {});
  const found = paths.flatMap(([path, item]) => {
    const shared = resolved(document, item);
    return METHODS.filter((method) => isObject(shared[method])).map((method) => {
      const operation = resolved(document, shared[method]);
      const name = `${method.toUpperCase()} ${path} (${String(operation.operationId)})`;
      return [name, { document, operation, shared }] as const;
    });
  });
  return new Map(found);
}

function parameterChanges(
  name: string,
  theirs: Operation,
  ours: Operation,
  changes: SchemaChanges,
): readonly string[] {
  const [before, after] = [parametersOf(ours), parametersOf(theirs)];
  for (const [parameter, { schema }] of after) {
    const own = before.get(parameter);
    const at = (given: unknown): Placed[] =>
      isObject(given) ? [{ schema: given, place: `${name} ${parameter}` }] : [];
    if (own !== undefined) changes.compare(at(schema), at(own.schema));
  }
  const isNeeded = (side: typeof after, parameter: string) =>
    side.get(parameter)?.required === true;
  const known = [...after.keys()].filter((parameter) => before.has(parameter));
  const only = (some: typeof after, others: typeof after, sign: string) => [
    ...[...some.keys()]
      .filter((each) => !others.has(each))
      .map((each) => `${sign} ${name}: ${each}`),
    ...known
      .filter((each) => isNeeded(some, each) && !isNeeded(others, each))
      .map((each) => `${sign} ${name}: ${each} is required`),
  ];
  return [...only(after, before, '+'), ...only(before, after, '-')];
}

/** Those of the query, and headers that not every request has. */
function parametersOf({ document, operation, shared }: Operation): ReadonlyMap<string, Json> {
  const all = [shared.parameters, operation.parameters].flatMap((list) =>
    Array.isArray(list) ? list.map((each) => resolved(document, each)) : [],
  );
  const named = all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter] as const);
  return new Map(
    named.filter(
      ([, { in: where, name }]) =>
        where === 'query' || (where === 'header' && !OF_EVERY_REQUEST.test(String(name))),
    ),
  );
}

function compareBodies(
  name: string,
  theirs: Operation,
  ours: Operation,
  changes: SchemaChanges,
): void {
  const compare = (
    read: (operation: Operation) => readonly Json[],
    place: string,
    newOnly = false,
  ) => {
    const [their, own] = [read(theirs), read(ours)];
    const placed = (schemas: readonly Json[]) => [{ schema: { anyOf: schemas }, place }];
    if (their.length > 0 && own.length > 0) changes.compare(placed(their), placed(own), newOnly);
  };
  compare((operation) => schemaIn(operation, operation.operation.requestBody), `${name} body`);
  compare((operation) => answersOf(operation, /^2/), `${name} answer`);
  // This release has one schema for all errors.
  compare((operation) => answersOf(operation, /^[45]/), `${name} error`, true);
}

function answersOf(operation: Operation, statuses: RegExp): readonly Json[] {
  const { responses } = operation.operation;
  return Object.entries(isObject(responses) ? responses : {})
    .filter(([status]) => statuses.test(status))
    .flatMap(([, response]) => schemaIn(operation, response));
}

function schemaIn({ document }: Operation, holder: unknown): readonly Json[] {
  const { content } = resolved(document, holder);
  const json = isObject(content) ? content['application/json'] : undefined;
  return isObject(json) && isObject(json.schema) ? [json.schema] : [];
}
