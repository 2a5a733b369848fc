import { expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { CALLS } from '../support/provider-calls.js';
import { answerOf, bodyOf, lineOf } from '../support/provider-lines.js';
import { type Documented, PROVIDER } from '../support/provider-operations.js';
import { RECORDS } from '../support/provider-records.js';

const AT = 'provider-api.md / Operations';

/** What the library makes of an answer: a record, or a list’s only item. */
async function read(operation: Documented, client: Json): Promise<Json> {
  const answer = await CALLS[operation.title]?.(client, bodyOf(operation));
  return operation.list === undefined ? answer : answer.items[0];
}

function rowsOf(operation: Documented): Claim[] {
  const { component, title, method, path, record, list } = operation;
  const where = `${AT} / ${component} / ${title}`;
  const line = lineOf(operation);
  return [
    {
      where: `${where} / sent by the library`,
      holds: async () => {
        const { client, sent } = answeredWith(answerOf(operation));
        await read(operation, client);
        expect(`${sent[0]?.method} ${sent[0]?.path.split('?')[0]}`).toBe(`${method} ${path}`);
        expect(sent).toHaveLength(1);
      },
    },
    {
      where: `${where} / answered over HTTP`,
      holds: async () => {
        const { raw } = providerWorld();
        const answer = await raw(line, bodyOf(operation));
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(200);
        expect(answer.status, answer.text).toBeLessThan(300);
      },
    },
    ...each(Object.entries(RECORDS[record]), ([field, value]): Claim[] => [
      {
        where: `${where} / returns / ${record} / ${field}, in the library`,
        holds: async () => {
          const { client } = answeredWith(answerOf(operation));
          expect((await read(operation, client))[field]).toEqual(value);
        },
      },
      {
        where: `${where} / returns / ${record} / ${field}, over HTTP`,
        holds: async () => {
          const { body } = await providerWorld().raw(line, bodyOf(operation));
          const answer = list === undefined ? body : body[list][0];
          expect(answer[field]).toEqual(value);
        },
      },
    ]),
  ];
}

for (const component of new Set(PROVIDER.map((operation) => operation.component))) {
  claims(
    `the operations of ${component}`,
    each(
      PROVIDER.filter((operation) => operation.component === component),
      rowsOf,
    ),
  );
}
