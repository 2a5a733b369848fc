import { expect } from 'vitest';
import { InvalidInputError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { netlinkWorld } from '../support/netlink.js';
import {
  type Documented,
  type Field,
  inputsOf,
  NETLINK,
  requestOf,
} from '../support/netlink-operations.js';

const AT = 'network-link.md / Endpoints';

/** Calls the client's method of an operation. */
function call(client: object, { name, fields }: Documented, inputs: Json): Promise<Json> {
  const method: Json = Reflect.get(client, name).bind(client);
  return fields.length === 0 ? method() : method(inputs);
}

/** What a client sends of one input, as a query or a JSON body. */
async function sentBy(operation: Documented, { name }: Field, inputs: Json) {
  const { client, last } = netlinkWorld();
  await call(client, operation, inputs);
  const { url, text, method } = last();
  expect(`${method} ${url.pathname}`).toBe(`${operation.method} ${operation.path}`);
  return operation.method === 'GET' ? url.searchParams.get(name) : JSON.parse(text)[name];
}

const without = (operation: Documented, name: string) => {
  const { [name]: _, ...rest } = inputsOf(operation);
  return rest;
};

/** A call of the library that is refused before anything is sent. */
async function refusedHere(operation: Documented, { name }: Field, inputs: Json) {
  const { client, sent } = netlinkWorld();
  const called = call(client, operation, inputs);
  await expect(called).rejects.toThrow(InvalidInputError);
  await expect(called).rejects.toThrow(name);
  expect(sent).toEqual([]);
}

/** A request over HTTP that the provider's side refuses with 400010, naming the field. */
async function refusedThere(operation: Documented, { name }: Field, value: unknown) {
  const { raw, got } = netlinkWorld();
  const { line, body } = requestOf(operation, { [name]: value });
  const answer = await raw(line, { body });
  expect(answer).toMatchObject({ status: 400, body: { errorCode: 400010 } });
  expect(answer.body.error).toContain(name);
  expect(got).not.toHaveProperty(operation.name);
}

/** What a provider's method gets of one input. */
async function receivedBy(operation: Documented, { name }: Field, edit: Json = {}) {
  const { raw, got } = netlinkWorld();
  const { line, body } = requestOf(operation, edit);
  expect(await raw(line, { body })).toMatchObject({ status: 200 });
  return got[operation.name][name];
}

function rowsOf(operation: Documented, field: Field): Claim[] {
  const { name, wire, got = wire, required, fallback, wrong = [] } = field;
  const where = `${AT} / ${operation.title} / ${name}`;
  const inputs = inputsOf(operation);
  return [
    {
      where: `${where} / a string, sent by the library`,
      holds: async () => expect(await sentBy(operation, field, inputs)).toBe(wire),
    },
    {
      where: `${where} / received over HTTP`,
      holds: async () => expect(await receivedBy(operation, field)).toEqual(got),
    },
    {
      where: `${where} / ${required ? 'required' : 'may be absent'}, in the library`,
      holds: async () => {
        const rest = without(operation, name);
        if (required && fallback === undefined) return refusedHere(operation, field, rest);
        const sent = await sentBy(operation, field, rest);
        expect(sent ?? undefined).toBe(fallback);
      },
    },
    {
      where: `${where} / ${required ? 'required' : 'may be absent'}, over HTTP`,
      holds: async () => {
        if (required) return refusedThere(operation, field, undefined);
        expect(await receivedBy(operation, field, { [name]: undefined })).toBeUndefined();
      },
    },
    ...each(wrong, (value): Claim[] => [
      {
        where: `${where} / is not ${JSON.stringify(value)}, in the library`,
        holds: () => refusedHere(operation, field, { ...inputs, [name]: value }),
      },
      {
        where: `${where} / is not ${JSON.stringify(value)}, over HTTP`,
        holds: () => refusedThere(operation, field, value),
      },
    ]),
  ];
}

for (const operation of NETLINK.filter(({ fields }) => fields.length > 0)) {
  claims(
    `the inputs of ${operation.title}`,
    each(operation.fields, (field) => rowsOf(operation, field)),
  );
}
