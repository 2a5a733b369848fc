// What the custody has answered and its client documents, held against what is read of it and the sandbox's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fetch } from '../../src/core/http.js';
import { custodyTransaction, publicKeyInfo, vaultAccount } from '../../src/custody/client.js';
import { FireblocksRestClient } from '../../src/custody/index.js';
import { readEvent } from '../../src/custody/webhook/event.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { byAsset, freshMessage, freshRequest, signerOn } from '../support/custody.js';
import {
  anAnswer,
  fieldIn,
  type RecordedAnswer,
  recorded,
  recordedAnswers,
  unaccounted,
  type Wanted,
} from '../support/recorded.js';
import { rejectionOf } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';
import { schemaFields } from '../support/schema-fields.js';
import { plainPath, shapeOf } from '../support/shapes.js';

const answers = recordedAnswers('custody');
const TRANSACTION = 'GET /v1/transactions/:id';
const { privateKey: apiSecret } = rsaKeys('own');

function clientOf({ status, headers, body }: RecordedAnswer) {
  const answer = async () =>
    new Response(JSON.stringify(body), { status, ...(headers ? { headers } : {}) });
  return new FireblocksRestClient({
    apiKey: 'key',
    apiSecret,
    retry: { attempts: 1 },
    fetch: answer,
  });
}

/** Which error each refusal is, by the custody's number. */
const MEANS: Readonly<Record<number, string>> = {
  [-1]: 'CUSTODY_AUTHENTICATION',
  [-7]: 'CUSTODY_AUTHENTICATION',
  [-10]: 'CUSTODY_CLOCK_SKEW',
  901: 'CUSTODY_UNAVAILABLE',
  1438: 'CUSTODY_DUPLICATE',
};

describe('an answer of the custody', () => {
  test.each(answers.filter(({ status }) => status >= 400))(
    'is an error: $status $body.code $body.message',
    async (answer) => {
      const custodyCode = Number(fieldIn(answer.body, 'code'));
      const error = await rejectionOf(clientOf(answer).getTransaction('1'));
      const { status, headers = {} } = answer;
      const traceId = headers['x-request-id'];
      const details = { status, custodyCode, ...(traceId ? { traceId } : {}) };
      expect(error).toMatchObject({ code: MEANS[custodyCode], details });
    },
  );

  // Not whether it verifies: the page that has it has changed some of it, as it has the ids.
  test('has the signatures where they are read', async () => {
    const [answer] = answers.filter(({ call }) => call === TRANSACTION);
    if (!answer) throw new Error('no transaction is recorded');
    const { signedMessages } = await clientOf(answer).getTransaction('1');
    expect(signedMessages).toEqual(fieldIn(answer.body, 'signedMessages'));
    const [{ signature, content, derivationPath } = {}] = signedMessages ?? [];
    expect(signature?.fullSig).toBe(`${signature?.r}${signature?.s}`);
    expect(content).toMatch(/^[\da-f]{64}$/);
    expect(derivationPath).toHaveLength(5);
  });

  test.each(answers.filter(({ call }) => call === 'webhook'))('is an event: $from', ({ body }) => {
    const event = readEvent(Buffer.from(JSON.stringify(body)));
    const data = fieldIn(body, 'data');
    expect(event).toMatchObject({
      type: fieldIn(body, 'type'),
      createdAt: fieldIn(body, 'timestamp'),
      transaction: { id: fieldIn(data, 'id'), status: fieldIn(data, 'status') },
    });
  });
});

const { models } = recorded('custody', 'models.json');

/** Which of the documented models stands where in an answer. */
const WITHIN: readonly (readonly [at: string, model: string])[] = [
  ['', 'TransactionResponse'],
  ['source.', 'SourceTransferPeerPathResponse'],
  ['destination.', 'DestinationTransferPeerPathResponse'],
  ['amountInfo.', 'AmountInfo'],
  ['feeInfo.', 'FeeInfo'],
  ['blockInfo.', 'BlockInfo'],
  ['signedMessages[].', 'SignedMessage'],
  ['signedMessages[].signature.', 'SignedMessageSignature'],
];

const fieldsOf = (model: string) => Object.keys(Object(fieldIn(models, model)));
const DOCUMENTED = new Set(
  WITHIN.flatMap(([at, model]) => fieldsOf(model).map((field) => `${at}${field}`)),
);
const undocumented = (fields: Iterable<string>) =>
  [...fields].filter((field) => field !== '' && !/\[\]$/.test(field) && !DOCUMENTED.has(field));

describe('what the client of the custody documents', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'recorded custody' });
  });
  afterAll(() => sandbox.stop());

  test('has every field that is read', () => {
    expect(undocumented(schemaFields(custodyTransaction))).toEqual([]);
    const keys = fieldsOf('PublicKeyInformation');
    expect([...schemaFields(publicKeyInfo)].filter((field) => !keys.includes(field))).toEqual([]);
    expect(fieldsOf('VaultAccount')).toEqual(
      expect.arrayContaining([...schemaFields(vaultAccount)]),
    );
  });

  test('has every field that the sandbox answers with', async () => {
    const bodies: unknown[] = [];
    const noting: Fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (new URL(url).pathname.startsWith('/v1/transactions/')) {
        bodies.push(await answer.clone().json());
      }
      return answer;
    };
    const signer = signerOn(sandbox, { fetch: noting });
    await signer.sign({ ...freshRequest(), messages: [freshMessage(byAsset('0'))] });
    const opaque = [/^extraParameters$/];
    const seen = shapeOf(
      bodies.filter((body) => fieldIn(body, 'status') !== undefined),
      opaque,
    );
    expect(seen.fields.size).toBeGreaterThan(10);
    expect(undocumented([...seen.fields.keys()].map(plainPath))).toEqual([]);
  });
});

const ofNumber = (number: number): Wanted => ({
  item: `error ${number}`,
  isIn: ({ body }) => fieldIn(body, 'code') === number,
});
const ofStatus = (status: number): Wanted => ({
  item: `HTTP ${status}`,
  isIn: (answer) => answer.status === status,
});

test('what has no sample stands in MISSING.md, and nothing else does', () => {
  const wanted = [
    anAnswer('POST /v1/transactions'),
    anAnswer(TRANSACTION),
    anAnswer('GET /v1/transactions/external_tx_id/:id'),
    anAnswer('GET /v1/transactions'),
    anAnswer('POST /v1/transactions/:id/cancel'),
    anAnswer('GET /v1/vault/accounts/:id'),
    anAnswer('GET /v1/vault/public_key_info'),
    anAnswer('GET /v1/vault/accounts/:id/:asset/:change/:index/public_key_info'),
    anAnswer('webhook'),
    ...[-1, -2, -3, -4, -5, -6, -7, -8, -10, -12, 1438].map(ofNumber),
    ...[403, 404, 429, 500].map(ofStatus),
    {
      item: 'a transaction of RAW messages',
      isIn: ({ body }: RecordedAnswer) => fieldIn(body, 'operation') === 'RAW',
    },
  ];
  expect(unaccounted('custody', wanted)).toEqual([]);
});
