// How much of the cost of signing a request is the bare signature. For each algorithm: the bare node:crypto
// primitive on the same bytes with a key that was parsed before, then RequestSigner and RequestVerifier on top of
// it, as ratios within one run. Then the same on WebCrypto and noble.
//
//   npm run bench:requests
import { Buffer } from 'node:buffer';
import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { RequestSigner, RequestVerifier, webPrimitives } from '../dist/requests/index.js';
import { isMain, median, print } from './table.mjs';

/** Requests in flight. */
const AT_ONCE = 8;

const signOffThread = promisify(crypto.sign);
const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = (namedCurve) => crypto.generateKeyPairSync('ec', { namedCurve });
const secret = 'a shared secret of forty characters.....';

const ALGORITHMS = [
  ['hmac-sha512', 'sha512'],
  ['hmac-sha3-256', 'sha3-256'],
  ['hmac-sha256', 'sha256'],
  ['rsa-sha512', 'sha512', rsa],
  ['rsa-sha3-256', 'sha3-256', rsa],
  ['rsa-sha256', 'sha256', rsa],
  ['ecdsa-prime256v1-sha256', 'sha256', curve('prime256v1')],
  ['ecdsa-secp256k1-sha256', 'sha256', curve('secp256k1')],
];

const ENCODINGS = { preEncoding: 'base64', postEncoding: 'base64' };
const CALL = {
  method: 'POST',
  path: '/accounts/A1234/transfers/withdrawals/blockchain?limit=2',
  body: JSON.stringify({ idempotencyKey: crypto.randomUUID(), balanceAmount: '10.5' }).padEnd(256),
};
const MESSAGE = Buffer.from(
  Buffer.from(`${Date.now()}${crypto.randomUUID()}${CALL.method}${CALL.path}${CALL.body}`).toString(
    'base64',
  ),
);

/** Operations a second of one round. */
async function round(work, ms) {
  const end = performance.now() + ms;
  let done = 0;
  const start = performance.now();
  const worker = async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (done * 1000) / (performance.now() - start);
}

/** The two alternate, so that a slow moment of the machine affects both. */
async function compare(bare, ours, { rounds, roundMs }) {
  const ratios = [];
  let rate = 0;
  await round(bare, roundMs);
  await round(ours, roundMs);
  for (let count = 0; count < rounds; count++) {
    const base = await round(bare, roundMs);
    const own = await round(ours, roundMs);
    ratios.push(own / base);
    rate = Math.max(rate, own);
  }
  return { rate, ratio: median(ratios) };
}

function bareSign(name, hash, pair) {
  if (!pair) return async () => crypto.createHmac(hash, secret).update(MESSAGE).digest();
  return name.startsWith('rsa-')
    ? () => signOffThread(hash, MESSAGE, pair.privateKey)
    : async () => crypto.sign(hash, MESSAGE, pair.privateKey);
}

function bareVerify(hash, pair) {
  if (!pair) return async () => crypto.createHmac(hash, secret).update(MESSAGE).digest();
  const signature = crypto.sign(hash, MESSAGE, pair.privateKey);
  return async () => crypto.verify(hash, MESSAGE, pair.publicKey, signature);
}

const pem = (key, type) => (key ? key.export({ type, format: 'pem' }).toString() : secret);

/** A signer and a verifier; its store forgets nonces, so that one request can be verified repeatedly. */
async function pairOf(algorithm, pair, primitives) {
  const scheme = { ...ENCODINGS, algorithm, ...(primitives && { primitives }) };
  const signer = new RequestSigner({
    ...scheme,
    apiKey: 'key-1',
    secret: pem(pair?.privateKey, 'pkcs8'),
  });
  const verifier = new RequestVerifier({
    ...scheme,
    keys: { 'key-1': pem(pair?.publicKey, 'spki') },
    clockSkewMs: 3_600_000,
    nonceStore: { setIfAbsent: async () => true },
  });
  const request = { ...CALL, headers: await signer.headers(CALL) };
  const answer = await verifier.verify(request);
  if (!answer.ok) throw new Error(`${algorithm}: ${answer.reason}`);
  return { sign: () => signer.headers(CALL), verify: () => verifier.verify(request) };
}

/** The rows of each algorithm and library: the share of what the bare primitive does in the same time. */
export async function requestRows({ rounds = 5, roundMs = 150 } = {}) {
  const rows = [];
  for (const [library, primitives] of [
    ['node:crypto', undefined],
    ['WebCrypto and noble', webPrimitives()],
  ]) {
    for (const [name, hash, pair] of ALGORITHMS) {
      if (primitives && name === 'rsa-sha3-256') continue;
      const ours = await pairOf(name, pair, primitives);
      const cases = { sign: bareSign(name, hash, pair), verify: bareVerify(hash, pair) };
      for (const [what, bare] of Object.entries(cases)) {
        const { rate, ratio } = await compare(bare, ours[what], { rounds, roundMs });
        const of = `the rate of bare node:crypto (${Math.round(rate)} a second)`;
        rows.push({ what: `${what} a request, ${name}, by ${library}`, ratio, of });
      }
    }
  }
  return rows;
}

if (isMain(import.meta.url)) print(await requestRows());
