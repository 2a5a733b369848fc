import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type PreEncoding,
  type RequestAlgorithm,
  RequestSigner,
  RequestVerifier,
} from '../../src/requests/index.js';
import {
  ALGORITHMS,
  PRE_ENCODINGS,
  signerOptions,
  vectors,
  verifierOptions,
} from '../support/request-vectors.js';
import { runs } from '../support/runs.js';

/** What a URL makes of any text: what a client sends. */
const paths = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.option(fc.webQueryParameters()))
  .map(([path, query]) => {
    const url = new URL(`http://host/${encodeURIComponent(Buffer.from(path).toString())}`);
    url.search = query ?? '';
    return url.pathname + url.search;
  });

const methods = fc
  .array(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join(''))
  .filter((method) => method !== 'GET' && method !== 'HEAD');

const requests = fc.oneof(
  fc.record({
    method: methods,
    path: paths,
    body: fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.uint8Array({ maxLength: 300 })),
    nonce: fc.uuid(),
  }),
  fc.record({ method: fc.constantFrom('GET', 'HEAD', 'get'), path: paths, nonce: fc.uuid() }),
);

const schemes = fc.record({
  algorithm: fc.constantFrom<RequestAlgorithm[]>(...ALGORITHMS),
  preEncoding: fc.constantFrom<PreEncoding[]>(...PRE_ENCODINGS),
});

const { timestamp } = vectors.request;

describe('for any request', () => {
  it('what is signed verifies', async () => {
    await fc.assert(
      fc.asyncProperty(requests, schemes, async (request, { algorithm, preEncoding }) => {
        const signer = new RequestSigner(signerOptions(algorithm, { preEncoding }));
        const headers = { ...(await signer.headers({ ...request, timestamp })) };
        const verifier = new RequestVerifier(verifierOptions(algorithm, { preEncoding }));
        expect(await verifier.verify({ ...request, headers })).toMatchObject({ ok: true });
      }),
      runs(400),
    );
  });

  it('one byte of the message changed breaks it', async () => {
    const change = fc.record({ part: fc.nat(4), at: fc.nat(), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(requests, schemes, change, async (request, scheme, { part, at, to }) => {
        const { algorithm, preEncoding } = scheme;
        const signer = new RequestSigner(signerOptions(algorithm, { preEncoding }));
        const headers = { ...(await signer.headers({ ...request, timestamp })) };
        const body = 'body' in request ? Buffer.from(request.body) : Buffer.alloc(0);
        const parts = [
          headers['X-FBAPI-TIMESTAMP'],
          headers['X-FBAPI-NONCE'],
          request.method.toUpperCase(),
          request.path,
          body.toString('latin1'),
        ].map((text) => Buffer.from(text, 'latin1'));
        const spoiled = parts[part];
        fc.pre(spoiled !== undefined && spoiled.length > 0);
        const index = at % (spoiled?.length ?? 1);
        fc.pre(spoiled?.[index] !== to);
        spoiled?.fill(to, index, index + 1);
        const [changedTimestamp = '', nonce = '', method = '', path = ''] = parts.map((each) =>
          each.toString('latin1'),
        );
        const verifier = new RequestVerifier({
          ...verifierOptions(algorithm, { preEncoding }),
          // Open to every form, so that it is the signature that has to notice.
          timestampPattern: /\d+/,
          noncePattern: /[\s\S]+/,
          clockSkewMs: Number.MAX_SAFE_INTEGER,
        });
        const answer = await verifier.verify({
          method,
          path,
          headers: { ...headers, 'X-FBAPI-TIMESTAMP': changedTimestamp, 'X-FBAPI-NONCE': nonce },
          ...(body.length > 0 && { body: parts[4] }),
        });
        // The case of the method is no part of the message.
        fc.pre(method.toUpperCase() !== request.method.toUpperCase() || part !== 2);
        expect(answer.ok).toBe(false);
      }),
      runs(400),
    );
  });

  it('nothing that is given as headers makes the verifier throw', async () => {
    const values = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.array(fc.string()));
    const names = fc
      .constantFrom('KEY', 'TIMESTAMP', 'NONCE', 'SIGNATURE')
      .map((n) => `X-FBAPI-${n}`);
    const headers = fc.dictionary(names, values);
    await fc.assert(
      fc.asyncProperty(headers, schemes, fc.boolean(), async (hostile, scheme, wellFormed) => {
        const { algorithm, preEncoding } = scheme;
        const right = { 'X-FBAPI-KEY': 'key-1', 'X-FBAPI-TIMESTAMP': String(timestamp) };
        const nonce = { 'X-FBAPI-NONCE': vectors.request.nonce };
        const given = wellFormed ? { ...hostile, ...right, ...nonce } : hostile;
        const verifier = new RequestVerifier(verifierOptions(algorithm, { preEncoding }));
        const answer = await verifier.verify({ method: 'GET', path: '/', headers: given });
        expect(answer).toMatchObject({ ok: false, reason: expect.any(String) });
      }),
      runs(300),
    );
  });
});
