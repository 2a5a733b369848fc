import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Primitives,
  type ReceivedRequest,
  type RequestAlgorithm,
  RequestSigner,
  RequestVerifier,
  type RequestVerifierOptions,
} from '../../src/requests/index.js';
import { defaultPrimitives } from '../../src/requests/primitives/default.js';
import { memoryStore } from '../../src/store/index.js';
import { FakeClock } from '../support/fake-clock.js';
import {
  ALGORITHMS,
  API_KEY,
  algorithmsOf,
  LIBRARIES,
  POST_ENCODINGS,
  signerOptions,
  verifierOptions,
} from '../support/request-vectors.js';

const ALGORITHM = 'hmac-sha512';
const SKEW_MS = 30_000;
/** Begins with a digit, as ten of sixteen UUIDs do. */
const NONCE = '7b5d8f3e-0e7e-4f94-a199-44b8cc7b6b81';
const CALL = {
  method: 'POST',
  path: '/accounts/A1/withdrawals?limit=2&order=asc&note=a%20b',
  body: '{"amount":"1.50","asset":"XRP"}',
};

const clock = new FakeClock();

type Headers = Record<string, string | string[] | undefined>;

async function signed(
  algorithm: RequestAlgorithm = ALGORITHM,
  call: { method: string; path: string; body?: string } = CALL,
  timestamp = clock.now(),
): Promise<{ method: string; path: string; body?: string; headers: Headers }> {
  const signer = new RequestSigner(signerOptions(algorithm));
  const headers = await signer.headers({ ...call, timestamp, nonce: NONCE });
  return { ...call, headers: { ...headers } };
}

const newVerifier = (options: Partial<RequestVerifierOptions> = {}): RequestVerifier =>
  new RequestVerifier({
    ...verifierOptions(ALGORITHM),
    clock,
    clockSkewMs: SKEW_MS,
    ...options,
  });

const refused = (reason: string, header?: string) =>
  header === undefined ? { ok: false, reason } : { ok: false, reason, header };
const wrongSignature = refused('wrong-signature', 'X-FBAPI-SIGNATURE');

let honest: Awaited<ReturnType<typeof signed>>;
beforeAll(async () => {
  honest = await signed();
});

/** The honest request with something changed. */
const changed = (change: Partial<ReceivedRequest>): ReceivedRequest => ({ ...honest, ...change });
const withHeaders = (headers: Headers): ReceivedRequest =>
  changed({ headers: { ...honest.headers, ...headers } });

describe('a store of nonces', () => {
  // With one of its own in its place, each process would take a request that another one has had.
  it.each([null, 'redis://localhost', []])('is not %o', (nonceStore) => {
    expect(() => newVerifier({ nonceStore: nonceStore as never })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', setting: 'nonceStore' }),
    );
  });
});

describe('the attack table', () => {
  it('starts from a request that is accepted', async () => {
    expect(await newVerifier().verify(honest)).toEqual({ ok: true, apiKey: API_KEY });
  });

  it('a digit of the nonce moved to the timestamp, which leaves the message as it was', async () => {
    const timestamp = `${String(honest.headers['X-FBAPI-TIMESTAMP'])}7`;
    const moved = withHeaders({ 'X-FBAPI-TIMESTAMP': timestamp, 'X-FBAPI-NONCE': NONCE.slice(1) });
    const verifier = newVerifier();
    expect(await verifier.verify(moved)).toEqual(
      refused('malformed-timestamp', 'X-FBAPI-TIMESTAMP'),
    );
    // The signature really is right: with both forms open it is accepted.
    const open = newVerifier({
      timestampPattern: /\d+/,
      noncePattern: /.+/,
      clockSkewMs: Number.MAX_SAFE_INTEGER,
    });
    expect(await open.verify(moved)).toMatchObject({ ok: true });
  });

  it('a digit of the timestamp moved to the nonce', async () => {
    const timestamp = String(honest.headers['X-FBAPI-TIMESTAMP']);
    const moved = withHeaders({
      'X-FBAPI-TIMESTAMP': timestamp.slice(0, -1),
      'X-FBAPI-NONCE': timestamp.slice(-1) + NONCE,
    });
    expect(await newVerifier().verify(moved)).toEqual(
      refused('malformed-timestamp', 'X-FBAPI-TIMESTAMP'),
    );
    const early = newVerifier({ timestampPattern: /\d+/, clockSkewMs: clock.now() });
    expect(await early.verify(moved)).toEqual(refused('malformed-nonce', 'X-FBAPI-NONCE'));
  });

  it('a replay inside the window, and every time after', async () => {
    const verifier = newVerifier();
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
    for (let time = 0; time < 3; time++) {
      expect(await verifier.verify(honest)).toEqual(refused('nonce-reused', 'X-FBAPI-NONCE'));
    }
  });

  it('a replay at any moment at which its timestamp is still accepted, up to the last', async () => {
    const late = new FakeClock(clock.now() - SKEW_MS);
    const verifier = newVerifier({ clock: late });
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
    late.pass(2 * SKEW_MS);
    expect(await verifier.verify(honest)).toEqual(refused('nonce-reused', 'X-FBAPI-NONCE'));
    late.pass(1);
    expect(await verifier.verify(honest)).toEqual(
      refused('timestamp-too-old', 'X-FBAPI-TIMESTAMP'),
    );
  });

  it('a replay to another process that shares the store', async () => {
    const nonceStore = memoryStore({ clock });
    expect(await newVerifier({ nonceStore }).verify(honest)).toMatchObject({ ok: true });
    expect(await newVerifier({ nonceStore }).verify(honest)).toEqual(
      refused('nonce-reused', 'X-FBAPI-NONCE'),
    );
  });

  it('many replays at once: one is accepted', async () => {
    const verifier = newVerifier();
    const answers = await Promise.all(Array.from({ length: 50 }, () => verifier.verify(honest)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("a stranger can't use up the nonce of a request that he could not sign", async () => {
    const verifier = newVerifier();
    const forged = withHeaders({ 'X-FBAPI-SIGNATURE': Buffer.alloc(64).toString('base64') });
    expect(await verifier.verify(forged)).toEqual(wrongSignature);
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
  });

  it('the same nonce under another API key is another nonce', async () => {
    const keys = { [API_KEY]: signerOptions(ALGORITHM).secret, other: 'another secret' };
    const verifier = newVerifier({ keys });
    const signer = new RequestSigner({
      ...signerOptions(ALGORITHM),
      apiKey: 'other',
      secret: keys.other,
    });
    const headers = await signer.headers({ ...CALL, timestamp: clock.now(), nonce: NONCE });
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
    expect(await verifier.verify({ ...CALL, headers: { ...headers } })).toEqual({
      ok: true,
      apiKey: 'other',
    });
  });

  it.each([
    ['as far in the past as is allowed', -SKEW_MS, { ok: true, apiKey: API_KEY }],
    ['a millisecond further', -SKEW_MS - 1, refused('timestamp-too-old', 'X-FBAPI-TIMESTAMP')],
    ['as far in the future', SKEW_MS, { ok: true, apiKey: API_KEY }],
    ['a millisecond further', SKEW_MS + 1, refused('timestamp-in-future', 'X-FBAPI-TIMESTAMP')],
    ['an hour ahead', 3_600_000, refused('timestamp-in-future', 'X-FBAPI-TIMESTAMP')],
  ])('a timestamp %s', async (_, offset, answer) => {
    const request = await signed(ALGORITHM, CALL, clock.now() + offset);
    expect(await newVerifier().verify(request)).toEqual(answer);
  });

  it.each([
    '0',
    '-1',
    '1e12',
    '1691606624.184',
    ' 1691606624184',
    '0x18',
    '',
    '１６９１６０６６２４１８４',
  ])('a timestamp written %j', async (timestamp) => {
    const answer = await newVerifier().verify(withHeaders({ 'X-FBAPI-TIMESTAMP': timestamp }));
    const reason = timestamp === '' ? 'missing-header' : 'malformed-timestamp';
    expect(answer).toEqual(refused(reason, 'X-FBAPI-TIMESTAMP'));
  });

  it.each(['not-a-uuid', `${NONCE}0`, NONCE.slice(1), `{${NONCE}}`, NONCE.replaceAll('-', '')])(
    'a nonce written %j',
    async (nonce) => {
      expect(await newVerifier().verify(withHeaders({ 'X-FBAPI-NONCE': nonce }))).toEqual(
        refused('malformed-nonce', 'X-FBAPI-NONCE'),
      );
    },
  );

  it.each([
    ['a path that decodes to the same', { path: CALL.path.replace('%20', '+') }],
    [
      'a path escaped in lower case',
      { path: CALL.path.replace('%20', '%2f').replace('/A1', '%2FA1') },
    ],
    ['another account', { path: CALL.path.replace('A1', 'A2') }],
    ['a doubled slash', { path: `/${CALL.path}` }],
    ['a dot segment', { path: CALL.path.replace('/accounts', '/./accounts') }],
    ['another query order', { path: '/accounts/A1/withdrawals?order=asc&limit=2&note=a%20b' }],
    ['no query', { path: '/accounts/A1/withdrawals' }],
    ['another method', { method: 'PUT' }],
    ['a body re-serialised with blanks', { body: JSON.stringify(JSON.parse(CALL.body), null, 1) }],
    ['a body with another key order', { body: '{"asset":"XRP","amount":"1.50"}' }],
    ['a body with an equal number', { body: CALL.body.replace('1.50', '1.5') }],
    ['a body with a byte more', { body: `${CALL.body}\n` }],
    ['no body', { body: '' }],
  ])('%s', async (_, change) => {
    expect(await newVerifier().verify(changed(change))).toEqual(wrongSignature);
  });

  it.each([
    ['a space', '/a b'],
    ['no slash', 'accounts'],
    ['a host', 'http://provider/accounts'],
    ['nothing', ''],
    ['a letter beyond ASCII', '/accounts/é'],
    ['a line break', '/a\r\nX-A: b'],
    ['a quote', '/accounts/"a"'],
    ['a backslash', '/accounts\\a'],
    ['braces', '/accounts/{id}'],
    ['a fragment', '/accounts#a'],
    ['brackets that no query has', '/accounts?a=<b>'],
  ])('a path with %s', async (_, path) => {
    expect(await newVerifier().verify(changed({ path }))).toEqual(refused('malformed-request'));
  });

  it('the end of the query cut off and sent as a body, which leaves the message as it was', async () => {
    const whole = { method: 'GET', path: '/v1/withdrawalFee?transferAmount=100' };
    const { headers } = await signed(ALGORITHM, whole);
    const cut = { method: 'GET', path: whole.path.slice(0, -2), body: '00', headers };
    expect(await newVerifier().verify(cut)).toEqual(refused('unexpected-body'));
    expect(await newVerifier().verify({ ...whole, headers })).toMatchObject({ ok: true });
  });

  it.each(['X-FBAPI-KEY', 'X-FBAPI-TIMESTAMP', 'X-FBAPI-NONCE', 'X-FBAPI-SIGNATURE'])(
    '%s missing, empty or doubled',
    async (name) => {
      const verifier = newVerifier();
      const value = String(honest.headers[name]);
      const missing = refused('missing-header', name);
      const duplicate = refused('duplicate-header', name);
      expect(await verifier.verify(withHeaders({ [name]: undefined }))).toEqual(missing);
      expect(await verifier.verify(withHeaders({ [name]: '' }))).toEqual(missing);
      expect(await verifier.verify(withHeaders({ [name]: [] }))).toEqual(missing);
      expect(await verifier.verify(withHeaders({ [name]: [value, value] }))).toEqual(duplicate);
      expect(await verifier.verify(withHeaders({ [name]: `${value}, ${value}` }))).toEqual(
        duplicate,
      );
      expect(await verifier.verify(withHeaders({ [name.toLowerCase()]: value }))).toEqual(
        duplicate,
      );
      const doubled = new Headers(Object.entries(honest.headers).map(([k, v]) => [k, String(v)]));
      doubled.append(name, value);
      expect(await verifier.verify(changed({ headers: doubled }))).toEqual(duplicate);
      doubled.delete(name);
      expect(await verifier.verify(changed({ headers: doubled }))).toEqual(missing);
    },
  );

  it.each(['nobody', '__proto__', 'constructor', 'toString', 'x'.repeat(2_000)])(
    'an API key that nobody has: %s',
    async (apiKey) => {
      expect(await newVerifier().verify(withHeaders({ 'X-FBAPI-KEY': apiKey }))).toEqual(
        refused('unknown-key', 'X-FBAPI-KEY'),
      );
    },
  );

  it('a parsed body, and one that is too large', async () => {
    const parsed = JSON.parse(CALL.body);
    expect(await newVerifier().verify(changed({ body: parsed }))).toEqual(refused('body-not-raw'));
    const small = newVerifier({ maxBodyBytes: CALL.body.length });
    expect(await small.verify(honest)).toMatchObject({ ok: true });
    expect(await small.verify(changed({ body: `${CALL.body} ` }))).toEqual(
      refused('body-too-large'),
    );
    expect(() => newVerifier({ maxBodyBytes: Number.NaN })).toThrow(/maxBodyBytes/);
    for (const clockSkewMs of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => newVerifier({ clockSkewMs })).toThrow(/clockSkewMs/);
    }
  });

  it('a path outside of the base path', async () => {
    const signer = new RequestSigner({ ...signerOptions(ALGORITHM), basePath: '/v2' });
    const call = { method: 'GET', path: '/v2/capabilities' };
    const headers = { ...(await signer.headers({ ...call, timestamp: clock.now() })) };
    const verifier = newVerifier({ basePath: '/v2' });
    for (const path of [
      '/capabilities',
      '/v2capabilities',
      '/v1/capabilities',
      '/V2/capabilities',
    ]) {
      expect(await verifier.verify({ ...call, path, headers })).toEqual(
        refused('outside-base-path'),
      );
    }
    expect(await verifier.verify({ ...call, headers })).toMatchObject({ ok: true });
  });

  it.each([null, undefined, 1, 'GET', {}, { method: 'GET' }, { method: 1, path: [] }, []])(
    'what is no request at all: %j',
    async (request) => {
      const answer = await newVerifier().verify(request as unknown as ReceivedRequest);
      expect(answer).toEqual(refused('malformed-request'));
    },
  );

  it('headers that are numbers, objects or holes', async () => {
    for (const value of [4, {}, [4], [undefined], null, () => 'a']) {
      const headers = { 'X-FBAPI-KEY': value } as unknown as Headers;
      expect(await newVerifier().verify(changed({ headers }))).toEqual(
        refused('missing-header', 'X-FBAPI-KEY'),
      );
    }
  });

  it('forms of which one line fits, and not the whole', async () => {
    const headers = { ...honest.headers, 'X-FBAPI-NONCE': `${NONCE}\nmore` };
    const verifier = newVerifier({ noncePattern: /[\da-f-]{36}/m });
    const { ok } = await verifier.verify({ ...honest, headers });
    expect(ok).toBe(false);
    const timestamp = `${clock.now()}\n1`;
    const other = newVerifier({ timestampPattern: /\d{13}/m });
    const late = { ...honest.headers, 'X-FBAPI-TIMESTAMP': timestamp };
    expect(await other.verify({ ...honest, headers: late })).toMatchObject({
      reason: 'malformed-timestamp',
    });
  });

  it('forms of its own choosing, which have to match as a whole', async () => {
    const signer = new RequestSigner(signerOptions(ALGORITHM));
    const call = { ...CALL, timestamp: clock.now() };
    const verify = async (nonce: string) => {
      const headers = { ...(await signer.headers({ ...call, nonce })) };
      return newVerifier({ noncePattern: /[a-f]{4}|\d{6}/gi }).verify({ ...CALL, headers });
    };
    expect(await verify('ABcd')).toMatchObject({ ok: true });
    expect(await verify('123456')).toMatchObject({ ok: true });
    for (const nonce of ['abcde', '1234567', 'x123456', 'abcd123456']) {
      expect(await verify(nonce)).toEqual(refused('malformed-nonce', 'X-FBAPI-NONCE'));
    }
  });

  it.each([null, undefined, 'X-FBAPI-KEY: a', 4])('headers that are none: %j', async (headers) => {
    const request = changed({ headers: headers as unknown as Headers });
    expect(await newVerifier().verify(request)).toEqual(refused('missing-header', 'X-FBAPI-KEY'));
  });
});

/** Ways to spoil a signature's text, and a signature's bytes. */
const SPOILED: readonly (readonly [string, (text: string) => string])[] = [
  ['without its end', (text) => text.slice(0, -1)],
  ['without its beginning', (text) => text.slice(1)],
  ['half of it', (text) => text.slice(0, text.length / 2)],
  ['one character of it', (text) => text.slice(0, 1)],
  ['with a character more', (text) => `${text}a`],
  ['with one in front', (text) => `b${text}`],
  ['twice', (text) => text + text],
  ['a hundred times', (text) => text.repeat(100)],
  ['with a blank in it', (text) => `${text.slice(0, 8)} ${text.slice(8)}`],
  ['with a character of no alphabet', (text) => `${text.slice(0, 8)}\u00e9${text.slice(9)}`],
  ['with a zero in front', (text) => `0${text}`],
  ['with padding more', (text) => `${text}=`],
  ['with one letter of the other case', swapOneLetter],
  ['as base64url', (text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '.')],
];

/** The last letter: those before it keep their case, and a text with both cases is none. */
function swapOneLetter(text: string): string {
  return text.replace(/[A-Za-z](?=[^A-Za-z]*$)/, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

describe.each(LIBRARIES)('spoiled signatures ($name)', (primitives) => {
  const pairs = algorithmsOf(primitives).flatMap((algorithm) =>
    POST_ENCODINGS.map((postEncoding) => ({ algorithm, postEncoding })),
  );

  it.each(pairs)('$algorithm in $postEncoding', async ({ algorithm, postEncoding }) => {
    const options = { ...verifierOptions(algorithm, { postEncoding }), clock, primitives };
    const signer = new RequestSigner(signerOptions(algorithm, { postEncoding }));
    const headers = await signer.headers({ ...CALL, timestamp: clock.now() });
    const right = headers['X-FBAPI-SIGNATURE'];
    const verify = (text: string) =>
      new RequestVerifier(options).verify({
        ...CALL,
        headers: { ...headers, 'X-FBAPI-SIGNATURE': text },
      });
    for (const [how, spoil] of SPOILED) {
      const text = spoil(right);
      if (text === right) continue;
      const answer = await verify(text);
      expect([how, answer.ok]).toEqual([how, false]);
      expect(['malformed-signature', 'wrong-signature']).toContain(
        'reason' in answer && answer.reason,
      );
    }
    expect(await verify(right)).toMatchObject({ ok: true });
  });

  const bytes = [
    ['nothing but zeros', Buffer.alloc(64)],
    ['an empty sequence', Buffer.from('3000', 'hex')],
    ['a sequence without an end', Buffer.from('3080', 'hex')],
    ['r and s of zero', Buffer.from('3006020100020100', 'hex')],
    ['r and s negative', Buffer.from('30060201ff0201ff', 'hex')],
    ['r of a needless zero', Buffer.from('30070202000102010100', 'hex')],
    ['one byte', Buffer.from([0])],
    ['a long length', Buffer.from('30820006020101020101', 'hex')],
  ] as const;

  it.each(algorithmsOf(primitives))('%s of bytes that are no signature', async (algorithm) => {
    const options = { ...verifierOptions(algorithm), clock, primitives };
    const request = await signed(algorithm);
    for (const [, each] of bytes) {
      const headers = { ...request.headers, 'X-FBAPI-SIGNATURE': each.toString('base64') };
      const answer = await new RequestVerifier(options).verify({ ...request, headers });
      expect(answer).toEqual(wrongSignature);
    }
  });
});

describe('another key', () => {
  it.each(ALGORITHMS)('%s', async (algorithm) => {
    const [family, curve] = algorithm.split('-');
    const pair =
      family === 'rsa'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: curve === 'secp256k1' ? curve : 'prime256v1' });
    const key = family === 'hmac' ? 'another shared secret' : pair.publicKey;
    const options = { ...verifierOptions(algorithm), clock, keys: { [API_KEY]: key } };
    const verifier = new RequestVerifier(options);
    expect(await verifier.verify(await signed(algorithm))).toEqual(wrongSignature);
  });

  it('takes a key from a function, sync or async, and asks it for every request', async () => {
    const asked: string[] = [];
    let secret: string | undefined = signerOptions(ALGORITHM).secret;
    const verifier = newVerifier({
      keys: async (apiKey) => {
        asked.push(apiKey);
        return secret;
      },
      nonceStore: { ...memoryStore(), setIfAbsent: async () => true },
    });
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
    secret = 'changed';
    expect(await verifier.verify(honest)).toEqual(wrongSignature);
    secret = undefined;
    expect(await verifier.verify(honest)).toEqual(refused('unknown-key', 'X-FBAPI-KEY'));
    secret = signerOptions(ALGORITHM).secret;
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
    expect(asked).toEqual(Array(4).fill(API_KEY));
    expect(await newVerifier({ keys: () => null }).verify(honest)).toMatchObject({ ok: false });
  });

  it.each([
    ['an object', (live: string[]) => ({ [API_KEY]: live })],
    ['a function', (live: string[]) => async () => [...live]],
  ])('counts as long as it is one of those that are live, in %s', async (_, keysOf) => {
    const { secret } = signerOptions(ALGORITHM);
    const isAccepted = async (live: string[]) => {
      const nonceStore = { ...memoryStore(), setIfAbsent: async () => true };
      return newVerifier({ keys: keysOf(live), nonceStore }).verify(honest);
    };
    expect(await isAccepted([secret])).toEqual({ ok: true, apiKey: API_KEY });
    expect(await isAccepted([secret, 'the next one'])).toEqual({ ok: true, apiKey: API_KEY });
    expect(await isAccepted(['the next one', secret])).toEqual({ ok: true, apiKey: API_KEY });
    expect(await isAccepted(['the next one', 'and another'])).toEqual(wrongSignature);
    expect(await isAccepted([])).toEqual(refused('unknown-key', 'X-FBAPI-KEY'));
  });

  it('that is taken away counts no more, and the other still does', async () => {
    const { secret } = signerOptions(ALGORITHM);
    let live = [secret, 'the next one'];
    const nonceStore = { ...memoryStore(), setIfAbsent: async () => true };
    const verifier = newVerifier({ keys: () => live, nonceStore });
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
    live = ['the next one'];
    expect(await verifier.verify(honest)).toEqual(wrongSignature);
    live = ['the next one', secret];
    expect(await verifier.verify(honest)).toMatchObject({ ok: true });
  });

  it('of several is refused at once where one can’t be used', () => {
    expect(() => newVerifier({ keys: { [API_KEY]: ['a shared secret', ''] } })).toThrow(
      /^keys: is empty/,
    );
  });

  it('that a function gives is read once, as long as it stays, for a thousand API keys', async () => {
    const { secret } = signerOptions(ALGORITHM);
    const read: string[] = [];
    const primitives: Primitives = {
      ...defaultPrimitives(),
      verifyingKey: (algorithm, key, demands) => {
        read.push(String(key));
        return defaultPrimitives().verifyingKey(algorithm, key, demands);
      },
    };
    const verifier = newVerifier({ primitives, keys: (apiKey) => `${secret}${apiKey}` });
    const ask = (apiKey: string) => verifier.verify(withHeaders({ 'X-FBAPI-KEY': apiKey }));
    for (const apiKey of ['first', 'second', 'first']) await ask(apiKey);
    expect(read).toHaveLength(2);
    for (let other = 0; other < 999; other++) await ask(`other-${other}`);
    await ask('second');
    expect(read).toHaveLength(1_001);
    await ask('first');
    expect(read).toHaveLength(1_002);
  });

  it.each([null, undefined, 'a shared secret'])('is looked up, not found in %j', (keys) => {
    // @ts-expect-error Plain JavaScript may give anything.
    expect(() => newVerifier({ keys })).toThrow(/^keys: must be an object or a function/);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
    '%s is nobody’s, though an object that is asked for it has something',
    async (apiKey) => {
      const secrets: Record<string, string> = { [API_KEY]: 'a shared secret' };
      const headers = { ...honest.headers, 'X-FBAPI-KEY': apiKey };
      const verifier = newVerifier({ keys: (asked) => secrets[asked] });
      const answer = await verifier.verify({ ...honest, headers });
      expect(answer).toEqual(refused('unknown-key', 'X-FBAPI-KEY'));
    },
  );

  it('fails rather than guesses when the keys or the store are out of reach', async () => {
    const failing = async () => {
      throw new Error('the database is away');
    };
    await expect(newVerifier({ keys: failing }).verify(honest)).rejects.toThrow('is away');
    const nonceStore = { ...memoryStore(), setIfAbsent: failing };
    await expect(newVerifier({ nonceStore }).verify(honest)).rejects.toThrow('is away');
  });
});
