import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import {
  ALGORITHMS,
  API_KEY,
  ENCODINGS,
  isSigned,
  type Scheme,
  signed,
  signerOf,
  verifierOf,
} from '../support/scheme.js';

const REQUEST = {
  method: 'POST',
  path: '/accounts/A1234/quotes?limit=2&note=%C3%A9',
  body: '{"amount":"10.5","note":"héllo 😀 !\'()*~"}',
};

/** The message of both documents: timestamp, nonce, method, path with query, body. */
const messageAt = (timestamp: string, nonce: string) =>
  `${timestamp}${nonce}${REQUEST.method}${REQUEST.path}${REQUEST.body}`;

/** Headers as a peer writes them that has nothing but the documents. */
function documented(scheme: Scheme) {
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  return {
    'X-FBAPI-KEY': API_KEY,
    'X-FBAPI-TIMESTAMP': timestamp,
    'X-FBAPI-NONCE': nonce,
    'X-FBAPI-SIGNATURE': signed(messageAt(timestamp, nonce), scheme),
  };
}

/** The rows of one combination: what the package makes, what it takes, and what it does not take. */
const rows = (where: string, scheme: Scheme): Claim[] => [
  {
    where: `${where} / signs`,
    holds: async () => {
      const headers = await signerOf(scheme).headers(REQUEST);
      const message = messageAt(headers['X-FBAPI-TIMESTAMP'], headers['X-FBAPI-NONCE']);
      expect(isSigned(message, headers['X-FBAPI-SIGNATURE'], scheme)).toBe(true);
    },
  },
  {
    where: `${where} / verifies`,
    holds: async () => {
      const verifier = verifierOf(scheme);
      const headers = documented(scheme);
      expect(await verifier.verify({ ...REQUEST, headers })).toEqual({ ok: true, apiKey: API_KEY });
      const other = { ...REQUEST, body: REQUEST.body.replace('10.5', '10.6') };
      const refused = await verifier.verify({ ...other, headers: documented(scheme) });
      expect(refused).toMatchObject({ ok: false, reason: 'wrong-signature' });
    },
  },
];

const V1 = 'network-link.md / Authentication / rules 3 and 4';
const V2 = 'provider-api.md / Authentication / Signature computation';

claims('every algorithm and encoding of network link v1', [
  ...each(ALGORITHMS, ([algorithm, name]) =>
    each(['PLAIN', ...ENCODINGS], (preEncoding) =>
      each(ENCODINGS, (postEncoding) =>
        rows(`${V1} / ${name} / pre-encoding ${preEncoding} / post-encoding ${postEncoding}`, {
          algorithm,
          preEncoding,
          postEncoding,
        }),
      ),
    ),
  ),
]);

claims('every algorithm and encoding of the provider connectivity API', [
  ...each(ALGORITHMS, ([algorithm, name]) =>
    each(['URL-ENCODED', ...ENCODINGS], (preEncoding) =>
      each(ENCODINGS, (postEncoding) =>
        rows(`${V2} / ${name} / pre-encoding ${preEncoding} / post-encoding ${postEncoding}`, {
          algorithm,
          preEncoding,
          postEncoding,
        }),
      ),
    ),
  ),
]);
