import { expect } from 'vitest';
import { providerProxyHandler } from '../../../src/handlers.js';
import { type Claim, claims, each } from '../support/claims.js';
import { ask, type Json } from '../support/http.js';
import { answeredWith } from '../support/provider.js';
import { BODIES } from '../support/provider-bodies.js';
import { answerOf, bodyOf, lineOf } from '../support/provider-lines.js';
import { type Documented, PROVIDER } from '../support/provider-operations.js';

const AT = 'provider-api.md / the proxy';

/** A proxy before a provider that answers with the operation’s record. */
function proxied(operation: Documented, authorize = () => true, answer?: Json, status = 200) {
  const { client, sent } = answeredWith(answer ?? answerOf(operation), status);
  return { handler: providerProxyHandler(client, { authorize, onError: () => undefined }), sent };
}

claims('the proxy of the provider API', [
  ...each(PROVIDER, (operation): Claim[] => {
    const { title, method, path, list, body } = operation;
    return [
      {
        where: `${AT} / ${title} / ${method}, passed on and answered`,
        holds: async () => {
          const { handler, sent } = proxied(operation);
          const answer = await ask(handler, lineOf(operation), bodyOf(operation));
          expect({ status: answer.status, body: answer.body }).toEqual({
            status: 200,
            body: answerOf(operation),
          });
          expect(`${sent[0]?.method} ${sent[0]?.path.split('?')[0]}`).toBe(`${method} ${path}`);
          expect(sent[0]?.text).toBe(body === undefined ? '' : JSON.stringify(bodyOf(operation)));
          expect(sent[0]?.headers.get('X-FBAPI-SIGNATURE')).toMatch(/^[0-9a-f]{128}$/);
        },
      },
      {
        where: `${AT} / ${title} / only for callers who may`,
        holds: async () => {
          const { handler, sent } = proxied(operation, () => false);
          expect((await ask(handler, lineOf(operation), bodyOf(operation))).status).toBe(401);
          expect(sent).toEqual([]);
        },
      },
      {
        where: `${AT} / ${title} / the provider’s refusal with its own status`,
        holds: async () => {
          const said = { message: 'why', errorType: 'unsupported-region', requestPart: 'body' };
          const { handler } = proxied(operation, undefined, said, 400);
          const answer = await ask(handler, lineOf(operation), bodyOf(operation));
          expect(answer).toMatchObject({ status: 400, body: said });
        },
      },
      ...each(
        list === undefined ? [] : ['limit=25', 'startingAfter=i-1', 'endingBefore=i-1'],
        (query) => ({
          where: `${AT} / ${title} / ${query} / passed on`,
          holds: async () => {
            const { handler, sent } = proxied(operation);
            const { status } = await ask(handler, `${method} ${path}?${query}`);
            const [name = '', value] = query.split('=');
            expect({ status, value: sent[0]?.query.get(name) }).toEqual({ status: 200, value });
          },
        }),
      ),
      ...each(body === undefined ? [] : BODIES[body].required, (field: string) => ({
        where: `${AT} / ${title} / ${field} / required`,
        holds: async () => {
          const { handler, sent } = proxied(operation);
          const { [field]: _, ...rest } = bodyOf(operation);
          const answer = await ask(handler, lineOf(operation), rest);
          expect(answer.status).toBe(400);
          expect(answer.text).toContain(field);
          expect(sent).toEqual([]);
        },
      })),
    ];
  }),
]);
