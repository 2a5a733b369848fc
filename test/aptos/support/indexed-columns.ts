import { recorded } from '../../support/recorded.js';
import { type Shape, shapeIn } from '../../support/shapes.js';

/** The columns of a table as indexers keep it; that is how far what they answer is published. */
export function indexedColumns(table: string): Shape {
  const columns = recorded('aptos', 'indexer-rows.json').tables?.[table];
  if (!columns) throw new Error(`no columns of ${table} are recorded`);
  return shapeIn(columns);
}
