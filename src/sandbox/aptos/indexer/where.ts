import { GraphqlError } from './graphql/errors.js';
import { type Input, isInputObject } from './graphql/input.js';
import type { Cell, ColumnType, Database, Row, Table } from './table.js';

type Predicate = (row: Row) => boolean;

/** Reads a `where`: columns, relations, and `_and`, `_or`, `_not` of these. */
export function predicateOf(
  database: Database,
  table: Table,
  where: Input,
  path: string,
): Predicate {
  if (where === undefined || where === null) return () => true;
  if (!isInputObject(where)) {
    throw new GraphqlError(`expected an object for type '${table.name}_bool_exp'`, path);
  }
  const parts = Object.entries(where).map(([name, condition]) =>
    conditionOf(database, table, { name, condition, path: `${path}.${name}` }),
  );
  return (row) => parts.every((part) => part(row));
}

interface Condition {
  readonly name: string;
  readonly condition: Input;
  readonly path: string;
}

function conditionOf(database: Database, table: Table, given: Condition): Predicate {
  const { name, condition, path } = given;
  if (condition === undefined) return () => true;
  if (name === '_and' || name === '_or') {
    const list = Array.isArray(condition) ? condition : [condition];
    const parts = list.map((each) => predicateOf(database, table, each, path));
    return name === '_and'
      ? (row) => parts.every((part) => part(row))
      : (row) => parts.some((part) => part(row));
  }
  if (name === '_not') {
    const part = predicateOf(database, table, condition, path);
    return (row) => !part(row);
  }
  const type = table.columns[name];
  if (type !== undefined) {
    const tests = comparisonsOf(type, condition, path);
    return (row) => tests.every((test) => test(row[name] ?? null));
  }
  const relation = table.relations[name];
  const other = relation === undefined ? undefined : database.table(relation.table);
  if (relation === undefined || other === undefined) {
    throw new GraphqlError(`field '${name}' not found in type: '${table.name}_bool_exp'`, path);
  }
  const part = predicateOf(database, other, condition, path);
  const rows = database.rows(relation.table);
  return (row) => rows.some((each) => relation.on(row, each) && part(each));
}

type Test = (cell: Cell) => boolean;

function comparisonsOf(type: ColumnType, condition: Input, path: string): readonly Test[] {
  if (!isInputObject(condition)) {
    throw new GraphqlError(`expected an object for type '${type}_comparison_exp'`, path);
  }
  return Object.entries(condition)
    .filter(([, operand]) => operand !== undefined)
    .map(([operator, operand]) => comparisonOf(type, operator, { operand, path }));
}

function comparisonOf(
  type: ColumnType,
  operator: string,
  { operand, path }: { readonly operand: Input; readonly path: string },
): Test {
  const at = `${path}.${operator}`;
  if (operator === '_is_null') return (cell) => (cell === null) === (operand === true);
  if (operator === '_in' || operator === '_nin') {
    if (!Array.isArray(operand)) {
      throw new GraphqlError(`expected a list, but found a value for type '${type}'`, at);
    }
    const wanted = operand.map((each) => cellOf(type, each, at));
    const among = (cell: Cell) => wanted.some((each) => compare(cell, each) === 0);
    return operator === '_in' ? among : (cell) => cell !== null && !among(cell);
  }
  const wanted = cellOf(type, operand, at);
  // As in SQL, null is neither equal to anything nor different from it.
  const ordered = (test: (order: number) => boolean) => (cell: Cell) =>
    cell !== null && test(compare(cell, wanted));
  switch (operator) {
    case '_eq':
      return ordered((order) => order === 0);
    case '_neq':
      return ordered((order) => order !== 0);
    case '_gt':
      return ordered((order) => order > 0);
    case '_gte':
      return ordered((order) => order >= 0);
    case '_lt':
      return ordered((order) => order < 0);
    case '_lte':
      return ordered((order) => order <= 0);
    case '_like':
    case '_ilike': {
      const pattern = likePattern(String(wanted), operator === '_ilike');
      return (cell) => cell !== null && pattern.test(String(cell));
    }
    default:
      throw new GraphqlError(`field '${operator}' not found in type: '${type}_comparison_exp'`, at);
  }
}

/** An operand as the column holds it. */
function cellOf(type: ColumnType, operand: Input, path: string): Cell {
  if (operand === null || operand === undefined) {
    throw new GraphqlError(`unexpected null value for type '${type}'`, path);
  }
  const wrong = () => new GraphqlError(`expected a value for type '${type}'`, path, 'parse-failed');
  if (type === 'Boolean') {
    if (typeof operand !== 'boolean') throw wrong();
    return operand;
  }
  if (type === 'String' || type === 'timestamp') {
    if (typeof operand !== 'string') throw wrong();
    return operand;
  }
  if (!/^-?\d+$/.test(String(operand))) throw wrong();
  return BigInt(String(operand));
}

export function compare(left: Cell, right: Cell): number {
  if (left === right) return 0;
  if (left === null || right === null) return left === null ? 1 : -1;
  return left < right ? -1 : left > right ? 1 : 0;
}

function likePattern(text: string, ignoreCase: boolean): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/%/g, '.*').replace(/_/g, '.')}$`, ignoreCase ? 'i' : '');
}
