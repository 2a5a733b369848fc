/** A value of a column: integers of any size are bigints, times the text that the database writes. */
export type Cell = string | number | bigint | boolean | null;
export type Row = { readonly [column: string]: Cell };

export type ColumnType = 'bigint' | 'numeric' | 'Int' | 'String' | 'Boolean' | 'timestamp';

/** How rows of another table belong to a row. */
interface Relation {
  readonly table: string;
  readonly many: boolean;
  readonly on: (own: Row, other: Row) => boolean;
}

/** A table of the indexer as its users see it. */
export interface Table {
  readonly name: string;
  readonly columns: { readonly [name: string]: ColumnType };
  readonly relations: { readonly [name: string]: Relation };
  /** Whether `<name>_aggregate { aggregate { count } }` may be asked for. */
  readonly aggregate: boolean;
}

/** What a database holds at the moment of a question. */
export interface Database {
  table(name: string): Table | undefined;
  rows(name: string): readonly Row[];
}
