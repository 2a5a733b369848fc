// The fields and words of what the custody has answered and its client documents, held against what is read
// of it and the sandbox's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fetch } from '../../src/core/http.js';
import { custodyTransaction, publicKeyInfo, vaultAccount } from '../../src/fireblocks/client.js';
import { FireblocksRestClient } from '../../src/fireblocks/index.js';
import { readEvent } from '../../src/fireblocks/webhooks/event.js';
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
import { cutTo, plainPath, shapeOf, unlike } from '../support/shapes.js';

const answers = recordedAnswers('custody');
const TRANSACTION = 'GET /v1/transactions/:id';
const { privateKey: apiSecret } = rsaKeys('own');

function clientOf(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) {
  const answer = async () => Response.json(body, { status, headers });
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
    'is an error: $status $words.code',
    async ({ status, headers, words }) => {
      const traced = headers?.includes('x-request-id') ? { 'x-request-id': 'a trace' } : {};
      const body = { ...words, message: 'What the custody says.' };
      const error = await rejectionOf(clientOf(body, status, traced).getTransaction('1'));
      const custodyCode = Number(words.code);
      const details = { status, custodyCode, ...(headers ? { traceId: 'a trace' } : {}) };
      expect(error).toMatchObject({ code: MEANS[custodyCode], details });
    },
  );
});

describe('an answer of the sandbox', () => {
  let sandbox: Sandbox;
  let signed: unknown;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'recorded custody' });
    [signed] = (await signedOn(sandbox)).slice(-1);
  });
  afterAll(() => sandbox.stop());

  const [shown] = answers.filter(({ call }) => call === TRANSACTION);

  test('has fields of the kinds that are recorded of them', () => {
    const ours = shapeOf([signed], OPAQUE);
    const both = [...ours.fields].filter(([path]) => shown?.shape.fields.has(path));
    expect(both.length).toBeGreaterThan(10);
    const own = { fields: new Map(both), objects: ours.objects };
    // Ids are blanked in what is published.
    expect(unlike(own, shown?.shape ?? own)).toEqual(['source.id decimal']);
    const lacking = [...(shown?.shape.fields.keys() ?? [])].filter(
      (path) => !ours.fields.has(path),
    );
    expect(lacking.sort()).toEqual(OF_PAYMENTS);
  });

  test('has the signatures where they are recorded, which is where they are read', async () => {
    const cut = shown && cutTo(shown.shape, signed);
    const { signedMessages } = await clientOf(cut).getTransaction('1');
    expect(signedMessages).toEqual(fieldIn(signed, 'signedMessages'));
    const [{ signature, content, derivationPath } = {}] = signedMessages ?? [];
    expect(signature?.fullSig).toBe(`${signature?.r}${signature?.s}`);
    expect(content).toMatch(/^[\da-f]{64}$/);
    expect(derivationPath).toHaveLength(5);
  });

  test.each(answers.filter(({ call }) => call === 'webhook'))(
    'is read of a webhook: $from',
    ({ shape, words }) => {
      const data = { ...Object(signed), status: words['data.status'] };
      const told = { type: words.type, tenantId: 'ours', timestamp: 1_700_000_000_000, data };
      expect(readEvent(Buffer.from(JSON.stringify(cutTo(shape, told))))).toMatchObject({
        type: words.type,
        createdAt: told.timestamp,
        workspaceId: 'ours',
        transaction: { id: data.id, status: data.status },
      });
    },
  );
});

/** What is recorded of a typed message, and the sandbox shows of no message: nothing of it is paid. */
const OF_PAYMENTS = [
  'amount',
  'amountUSD',
  'assetType',
  'blockInfo',
  'fee',
  'feeCurrency',
  'netAmount',
  'networkFee',
  'requestedAmount',
];

const OPAQUE = [/^extraParameters$/];

/** What the sandbox tells of a transaction while it is signed. */
async function signedOn(sandbox: Sandbox): Promise<readonly unknown[]> {
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
  return bodies.filter((body) => fieldIn(body, 'status') !== undefined);
}

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
    const seen = shapeOf(await signedOn(sandbox), OPAQUE);
    expect(seen.fields.size).toBeGreaterThan(10);
    expect(undocumented([...seen.fields.keys()].map(plainPath))).toEqual([]);
  });
});

const ofNumber = (number: number): Wanted => ({
  item: `error ${number}`,
  isIn: ({ words }) => words.code === number,
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
      isIn: ({ words }: RecordedAnswer) => words.operation === 'RAW',
    },
  ];
  expect(unaccounted('custody', wanted)).toEqual([]);
});
