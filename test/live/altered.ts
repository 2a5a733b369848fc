import type { Fetch } from '../../src/core/http.js';
import { isObject } from '../../src/core/json.js';
import type { Asked } from './exchanges.js';

/** An answer that is changed on its way. */
export interface Altered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What becomes of the answers to a call; of those with one status, where one is given. */
export interface Alteration {
  readonly call: string;
  readonly of?: number;
  readonly to: (body: unknown) => Altered;
}

/** A `fetch` on whose way answers change. */
export function altering(
  callOf: (asked: Asked) => string,
  { call, of, to }: Alteration,
): (fetchIt: Fetch) => Fetch {
  return (fetchIt) => async (url, init) => {
    const answer = await fetchIt(url, init);
    const { method = 'GET', body } = init;
    const text = typeof body === 'string' ? body : undefined;
    const isMeant = callOf({ method, url: new URL(url), body: text }) === call;
    if (!isMeant || (of !== undefined && answer.status !== of)) return answer;
    const given: unknown = await answer.json();
    const { status = answer.status, headers = {}, body: altered = given } = to(given);
    const all = new Headers(answer.headers);
    all.delete('content-length');
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return new Response(JSON.stringify(altered), { status, headers: all });
  };
}

/** Changes every object that has a field, wherever it is. */
function whereverThereIs(
  field: string,
  change: (object: Readonly<Record<string, unknown>>) => object,
): (body: unknown) => Altered {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const own = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)]));
    return field in own ? change(own) : own;
  };
  return (body) => ({ body: walk(body) });
}

export const without = (field: string) => whereverThereIs(field, ({ [field]: _, ...rest }) => rest);

export const renamed = (field: string, now: string) =>
  whereverThereIs(field, ({ [field]: value, ...rest }) => ({ ...rest, [now]: value }));

export const retyped = (field: string, to: (value: unknown) => unknown) =>
  whereverThereIs(field, (object) => ({ ...object, [field]: to(object[field]) }));
