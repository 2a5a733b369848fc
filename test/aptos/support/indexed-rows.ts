import { recorded } from '../../support/recorded.js';

type Row = Readonly<Record<string, unknown>>;

interface Table {
  readonly table: string;
  readonly rows: readonly Row[];
}

/** Rows as indexers keep them; that is how far what they answer is published. */
export function indexedRows(name: string): readonly Row[] {
  const { tables } = recorded('aptos', 'indexer-rows.json');
  const found: Table | undefined = Array.isArray(tables)
    ? tables.find(({ table }: Table) => table === name)
    : undefined;
  if (!found) throw new Error(`no rows of ${name} are recorded`);
  // As the column is called; the code that wrote these has a word for it that is reserved in its language.
  return found.rows.map(({ type_: type, ...row }) => (type === undefined ? row : { ...row, type }));
}
