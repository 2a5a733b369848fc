// How much of the cost of signing a request is the bare signature. For each algorithm: the bare node:crypto
// primitive on the same bytes with a key that was parsed before, then RequestSigner and RequestVerifier on top of
// it, as ratios within one run. Then the same on WebCrypto and noble.
//
//   npm run bench:requests
import { Buffer } from 'node:buffer';
import * as crypto from 'node:crypto';
import { promisify } from 'node:util';
import { RequestSigner, RequestVerifier, webPrimitives } from '../dist/requests/index.js';

const ROUND_MS = 150;
const ROUNDS = 5;
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
async function round(work) {
  const end = performance.now() + ROUND_MS;
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
async function compare(bare, ours) {
  const ratios = [];
  let rate = 0;
  await round(bare);
  await round(ours);
  for (let count = 0; count < ROUNDS; count++) {
    const base = await round(bare);
    const own = await round(ours);
    ratios.push(own / base);
    rate = Math.max(rate, own);
  }
  ratios.sort((one, other) => one - other);
  return { rate, ratio: ratios[Math.floor(ROUNDS / 2)] };
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

const cell = ({ rate, ratio }) =>
  `${String(Math.round(rate)).padStart(9)}  ${ratio.toFixed(2).padStart(6)}`;

console.log(
  `${MESSAGE.length} bytes to sign; requests a second, and the share of what the bare primitive does`,
);
console.log('algorithm                     sign   ratio     verify   ratio');
for (const [library, primitives] of [
  ['node:crypto', undefined],
  ['WebCrypto and noble', webPrimitives()],
]) {
  console.log(library);
  for (const [name, hash, pair] of ALGORITHMS) {
    if (primitives && name === 'rsa-sha3-256') continue;
    const ours = await pairOf(name, pair, primitives);
    const signing = await compare(bareSign(name, hash, pair), ours.sign);
    const verifying = await compare(bareVerify(hash, pair), ours.verify);
    console.log(`${name.padEnd(24)} ${cell(signing)}  ${cell(verifying)}`);
  }
}
