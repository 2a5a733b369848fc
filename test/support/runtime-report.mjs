// What a runtime makes of the eight algorithms of requests. Bundled with the package for each of them.
import {
  RequestSigner,
  RequestVerifier,
  UnsupportedAlgorithmError,
} from 'custody-gateways/requests';
import vectors from './vectors.json';

const { request, keys, signatures } = vectors;
const API_KEY = 'key-1';

const algorithms = Object.keys(signatures);

function keysFor(algorithm) {
  if (algorithm.startsWith('hmac-')) return { secret: keys.hmac, key: keys.hmac };
  const name = ['rsa', 'prime256v1', 'secp256k1'].find((each) => algorithm.includes(each));
  return { secret: keys[name].pkcs8, key: keys[name].spki };
}

/** The time of the vectors, at which it stands. */
const clock = {
  now: () => request.timestamp,
  monotonic: () => 0,
  sleep: async () => {},
  after: () => () => {},
};

/** What a signer and a verifier are made of. */
function settings(algorithm) {
  return { algorithm, preEncoding: 'base64', postEncoding: 'base64', clock };
}

function newSigner(algorithm) {
  const { secret } = keysFor(algorithm);
  return new RequestSigner({ ...settings(algorithm), apiKey: API_KEY, secret });
}

function newVerifier(algorithm) {
  const { key } = keysFor(algorithm);
  return new RequestVerifier({ ...settings(algorithm), keys: { [API_KEY]: key } });
}

/** A signer, or the error of its constructor. */
function attempt(make) {
  try {
    return { made: make() };
  } catch (error) {
    const isUnsupported = error instanceof UnsupportedAlgorithmError;
    return { refused: isUnsupported ? 'unsupported' : String(error) };
  }
}

/** Signers that exist before the first request does, as most do. Workers allow less there than later. */
export function signersAtStart() {
  return new Map(algorithms.map((name) => [name, attempt(() => newSigner(name))]));
}

async function reportOn(algorithm, atStart) {
  if (atStart.refused) {
    const { refused } = attempt(() => newVerifier(algorithm));
    return { signer: atStart.refused, verifier: refused ?? 'made' };
  }
  const headers = { ...(await atStart.made.headers(request)) };
  const later = await newSigner(algorithm).headers(request);
  const answers = {};
  for (const [name, signature] of Object.entries({
    early: headers['X-FBAPI-SIGNATURE'],
    late: later['X-FBAPI-SIGNATURE'],
    frozen: signatures[algorithm].base64.base64,
  })) {
    const received = { ...request, headers: { ...headers, 'X-FBAPI-SIGNATURE': signature } };
    const altered = { ...received, body: `${request.body} ` };
    answers[name] = {
      signature,
      right: await newVerifier(algorithm).verify(received),
      altered: await newVerifier(algorithm).verify(altered),
    };
  }
  return answers;
}

/** What became of each algorithm: its refusal, or signatures and what the verifier said of them. */
export async function report(signers) {
  const entries = [];
  for (const [name, signer] of signers) entries.push([name, await reportOn(name, signer)]);
  return JSON.stringify(Object.fromEntries(entries));
}
