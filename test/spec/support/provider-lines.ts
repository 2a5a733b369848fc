import type { Json } from './http.js';
import { BODIES } from './provider-bodies.js';
import type { Documented } from './provider-operations.js';
import { RECORDS } from './provider-records.js';

/** The request line of an operation, with the query that the record’s fields need. */
export function lineOf({ method, path, title }: Documented): string {
  if (title === 'get rate') return `${method} ${path}?conversionPairId=c-1`;
  return /sub-accounts?$/.test(title) && method === 'GET' && !path.includes('/withdrawals')
    ? `${method} ${path}?balances=true`
    : `${method} ${path}`;
}

/** What a provider answers: the record, alone or in its list. */
export const answerOf = ({ list, record }: Documented): Json =>
  list === undefined ? RECORDS[record] : { [list]: [RECORDS[record]] };

export const bodyOf = ({ body }: Documented): Json =>
  body === undefined ? undefined : BODIES[body].value;
