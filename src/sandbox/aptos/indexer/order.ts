import { GraphqlError } from './graphql/errors.js';
import { type Input, isInputObject } from './graphql/input.js';
import type { Cell, Database, Row, Table } from './table.js';
import { compare } from './where.js';

type Comparator = (left: Row, right: Row) => number;

const DIRECTIONS: ReadonlySet<Input> = new Set([
  'asc',
  'asc_nulls_first',
  'asc_nulls_last',
  'desc',
  'desc_nulls_first',
  'desc_nulls_last',
]);

/** Reads an `order_by`: one column after another, of the row itself or of one that it belongs to. */
export function comparatorOf(
  database: Database,
  table: Table,
  order: Input,
  path: string,
): Comparator {
  const list = order === undefined || order === null ? [] : Array.isArray(order) ? order : [order];
  const comparators = list.flatMap((each) => columnsOf(database, table, each, path));
  return (left, right) => {
    for (const comparator of comparators) {
      const result = comparator(left, right);
      if (result !== 0) return result;
    }
    return 0;
  };
}

function columnsOf(database: Database, table: Table, order: Input, path: string): Comparator[] {
  if (!isInputObject(order)) {
    throw new GraphqlError(`expected an object for type '${table.name}_order_by'`, path);
  }
  return Object.entries(order).flatMap(([name, direction]) => {
    if (direction === undefined || direction === null) return [];
    if (name in table.columns) {
      return [byColumn((row) => row[name] ?? null, direction, `${path}.${name}`)];
    }
    const relation = table.relations[name];
    const other = relation?.many === false ? database.table(relation.table) : undefined;
    if (relation === undefined || other === undefined) {
      const message = `field '${name}' not found in type: '${table.name}_order_by'`;
      throw new GraphqlError(message, `${path}.${name}`);
    }
    const rows = database.rows(relation.table);
    const related = (row: Row) => rows.find((each) => relation.on(row, each)) ?? {};
    return columnsOf(database, other, direction, `${path}.${name}`).map(
      (comparator): Comparator =>
        (left, right) =>
          comparator(related(left), related(right)),
    );
  });
}

function byColumn(read: (row: Row) => Cell, direction: Input, path: string): Comparator {
  if (!DIRECTIONS.has(direction)) {
    throw new GraphqlError(`unexpected value for enum: 'order_by'`, path);
  }
  const text = String(direction);
  const sign = text.startsWith('desc') ? -1 : 1;
  // Nulls are the largest, as in the database behind it.
  const nullsFirst = text.endsWith('nulls_first') || text === 'desc';
  return (left, right) => {
    const [a, b] = [read(left), read(right)];
    if (a !== null && b !== null) return sign * compare(a, b);
    if (a === b) return 0;
    return (a === null) === nullsFirst ? -1 : 1;
  };
}
