import { GraphqlError } from './graphql/errors.js';
import { type Input, inputOf, variablesOf } from './graphql/input.js';
import {
  type Field,
  type GraphqlDocument,
  type Operation,
  parseDocument,
  type Selection,
} from './graphql/parser.js';
import { comparatorOf } from './order.js';
import type { Cell, Database, Row, Table } from './table.js';
import { predicateOf } from './where.js';

/** What is answered: like JSON, but with integers of any size. */
export type Answer = Cell | readonly Answer[] | { readonly [name: string]: Answer };

/** The public indexers give no more rows than this, whatever the limit. */
const MAX_ROWS = 100;

/** A question as it is posted. */
export interface Question {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: unknown;
}

/** @throws GraphqlError */
export function answer(database: Database, question: Question): Answer {
  const document = parseDocument(question.query);
  const operation = operationOf(document, question.operationName);
  const variables = variablesOf(operation, question.variables);
  return new Answering(database, document, variables).root(operation.selection);
}

function operationOf({ operations }: GraphqlDocument, name: string | undefined): Operation {
  const named = operations.filter((each) => name === undefined || each.name === name);
  const [operation, ...more] = named;
  if (operation === undefined) {
    throw new GraphqlError(`no such operation found in the document: "${name}"`, '$');
  }
  if (more.length > 0) {
    const message =
      'exactly one operation has to be present in the document when operationName is not specified';
    throw new GraphqlError(message, '$');
  }
  return operation;
}

const LIST_ARGUMENTS = ['where', 'order_by', 'limit', 'offset'];

class Answering {
  readonly #database: Database;
  readonly #document: GraphqlDocument;
  readonly #variables: ReadonlyMap<string, Input>;

  constructor(
    database: Database,
    document: GraphqlDocument,
    variables: ReadonlyMap<string, Input>,
  ) {
    this.#database = database;
    this.#document = document;
    this.#variables = variables;
  }

  root(selection: readonly Selection[]): Answer {
    return this.#object('query_root', selection, '$.selectionSet', (field, path) => {
      const [name = '', aggregate] = /^(.*?)(_aggregate)?$/.exec(field.name)?.slice(1) ?? [];
      const table = this.#database.table(name);
      if (table === undefined || (aggregate !== undefined && !table.aggregate)) return undefined;
      const rows = this.#list(table, this.#database.rows(name), field, path);
      if (aggregate !== undefined) return this.#aggregate(table, rows, field, path);
      return rows.slice(0, MAX_ROWS).map((row) => this.#row(table, row, field, path));
    });
  }

  /** Rows that the arguments ask for, in their order. */
  #list(table: Table, rows: readonly Row[], field: Field, path: string): readonly Row[] {
    const args = new Map(
      [...field.args].map(([name, value]) => [name, inputOf(value, this.#variables)]),
    );
    const unknown = [...args.keys()].find((name) => !LIST_ARGUMENTS.includes(name));
    if (unknown !== undefined) {
      throw new GraphqlError(`'${field.name}' has no argument named '${unknown}'`, path);
    }
    const at = (name: string) => `${path}.args.${name}`;
    const fits = predicateOf(this.#database, table, args.get('where'), at('where'));
    const order = comparatorOf(this.#database, table, args.get('order_by'), at('order_by'));
    const offset = countOf(args.get('offset'), at('offset')) ?? 0;
    const limit = countOf(args.get('limit'), at('limit')) ?? Number.POSITIVE_INFINITY;
    return rows
      .filter(fits)
      .sort(order)
      .slice(offset, offset + limit);
  }

  #row(table: Table, row: Row, field: Field, path: string): Answer {
    const selection = this.#selectionOf(field, path, table.name);
    return this.#object(table.name, selection, `${path}.selectionSet`, (each, at) => {
      if (each.name in table.columns) return row[each.name] ?? null;
      const relation = table.relations[each.name];
      const other = relation === undefined ? undefined : this.#database.table(relation.table);
      if (relation === undefined || other === undefined) return undefined;
      const related = this.#database.rows(relation.table).filter((one) => relation.on(row, one));
      if (relation.many) {
        return this.#list(other, related, each, at).map((one) => this.#row(other, one, each, at));
      }
      const [only] = related;
      // Also where there is nothing to show, the question must make sense.
      const shown = this.#row(other, only ?? {}, each, at);
      return only === undefined ? null : shown;
    });
  }

  #aggregate(table: Table, rows: readonly Row[], field: Field, path: string): Answer {
    const type = `${table.name}_aggregate`;
    const selection = this.#selectionOf(field, path, type);
    return this.#object(type, selection, `${path}.selectionSet`, (each, at) => {
      if (each.name === 'nodes') return rows.map((row) => this.#row(table, row, each, at));
      if (each.name !== 'aggregate') return undefined;
      const inner = this.#selectionOf(each, at, `${type}_fields`);
      return this.#object(`${type}_fields`, inner, `${at}.selectionSet`, (one) =>
        one.name === 'count' ? BigInt(rows.length) : undefined,
      );
    });
  }

  /** An answer's object, field by field. `resolve` knows the fields of the type. */
  #object(
    type: string,
    selection: readonly Selection[],
    path: string,
    resolve: (field: Field, path: string) => Answer | undefined,
  ): { readonly [name: string]: Answer } {
    const object: Record<string, Answer> = {};
    for (const field of this.#flat(selection)) {
      const at = `${path}.${field.name}`;
      const value = field.name === '__typename' ? type : resolve(field, at);
      if (value === undefined) {
        throw new GraphqlError(`field '${field.name}' not found in type: '${type}'`, at);
      }
      object[field.alias] = value;
    }
    return object;
  }

  #flat(selection: readonly Selection[], within: readonly string[] = []): readonly Field[] {
    return selection.flatMap((each) => {
      if (each.kind === 'field') return [each];
      if (each.kind === 'inline') return this.#flat(each.selection, within);
      const fragment = this.#document.fragments.get(each.fragment);
      if (fragment === undefined) {
        throw new GraphqlError(`reference to undefined fragment "${each.fragment}"`, '$');
      }
      if (within.includes(each.fragment)) {
        throw new GraphqlError(`the fragment definition "${each.fragment}" forms a cycle`, '$');
      }
      return this.#flat(fragment, [...within, each.fragment]);
    });
  }

  #selectionOf(field: Field, path: string, type: string): readonly Selection[] {
    if (field.selection !== undefined) return field.selection;
    throw new GraphqlError(`missing selection set for '${type}'`, path);
  }
}

function countOf(input: Input, path: string): number | undefined {
  if (input === undefined || input === null) return undefined;
  if (!/^-?\d+$/.test(String(input))) {
    throw new GraphqlError(`expected a 32-bit integer for type 'Int'`, path, 'parse-failed');
  }
  const count = Number(input);
  if (count < 0) throw new GraphqlError('unexpected negative value', path);
  return count;
}
