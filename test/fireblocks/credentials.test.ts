import { createPrivateKey, createSecretKey, generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { FireblocksRawSigner, FireblocksRestClient } from '../../src/fireblocks/index.js';
import { thrownBy } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';

const { privateKey, publicKey } = rsaKeys('own');
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const cipher = { cipher: 'aes-256-cbc', passphrase: 'hunter2' } as const;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey;
const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;

const pem = (key: typeof ec) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The middle of a key's text: what must never be seen in an error. */
function fragmentsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----'));
}

function expectHidden(error: unknown, ...secrets: string[]): void {
  const shown = `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)} ${String(error)}`;
  for (const secret of [...secrets, 'hunter2']) {
    for (const fragment of [...fragmentsOf(secret), secret]) expect(shown).not.toContain(fragment);
  }
}

/** A request signed with the key, to see that it is the one that was meant. */
async function signsWith(apiSecret: string | typeof privateKey): Promise<boolean> {
  let authorization = '';
  const fetch = async (_: string, init: RequestInit) => {
    authorization = new Headers(init.headers).get('authorization') ?? '';
    return Response.json({ id: 'a', status: 'COMPLETED' });
  };
  await new FireblocksRestClient({ apiKey: 'key', apiSecret, fetch }).getTransaction('a');
  const { verify } = await import('node:crypto');
  const [head, body, signature = ''] = authorization.slice('Bearer '.length).split('.');
  const signed = Buffer.from(`${head}.${body}`);
  return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'));
}

describe('apiSecret', () => {
  it.each([
    ['PKCS#8 text', pkcs8],
    ['PKCS#1 text', pkcs1],
    ['text with CRLF', pkcs8.replaceAll('\n', '\r\n')],
    ['text with blanks around it', `\n  \n${pkcs8}\n\n`],
    ['a KeyObject', privateKey],
    [
      'a KeyObject of an encrypted file',
      createPrivateKey({
        key: privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }),
        passphrase: 'hunter2',
      }),
    ],
  ])('may be %s', async (_, apiSecret) => {
    expect(await signsWith(apiSecret)).toBe(true);
  });

  it.each<readonly [string, unknown, RegExp]>([
    ['nothing', undefined, /PEM/],
    ['an empty text', '', /PEM/],
    ['a number', 5, /PEM/],
    ['bytes', Buffer.from(pkcs8), /PEM/],
    ['garbage', 'correct horse battery staple', /PEM/],
    ['a path', '/run/secrets/fireblocks.key', /fromKeyFile/],
    ['a public key', publicKey.export({ type: 'spki', format: 'pem' }), /not of a private key/],
    [
      'a certificate',
      '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
      /not of a private/,
    ],
    [
      'an encrypted PKCS#8 key',
      privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }),
      /encrypted/,
    ],
    [
      'an encrypted PKCS#1 key',
      privateKey.export({ type: 'pkcs1', format: 'pem', ...cipher }),
      /encrypted/,
    ],
    ['an EC key', pem(ec), /must be an RSA key, not ec/],
    ['an EC key in its own form', ec.export({ type: 'sec1', format: 'pem' }), /must be an RSA key/],
    ['an RSA key for PSS only', pem(pss), /must be an RSA key, not rsa-pss/],
    ['an RSA key of 1024 bits', pem(small), /2048 bits/],
    ['half a key', pkcs8.slice(0, 900), /cannot be read/],
    [
      'a key with lines missing',
      pkcs8
        .split('\n')
        .filter((_, at) => at !== 5)
        .join('\n'),
      /cannot be read/,
    ],
    ['a key whose line ends are written out', pkcs8.replaceAll('\n', '\\n'), /cannot be read/],
    ['a private KeyObject of another kind', ec, /must be an RSA key/],
    ['a public KeyObject', publicKey, /this is a public key/],
    ['a secret KeyObject', createSecretKey(Buffer.from('hunter2')), /this is a secret key/],
  ])('refuses %s, and shows none of it', (_, apiSecret, reason) => {
    const options = { apiKey: 'key', apiSecret: apiSecret as string };
    const error = thrownBy(() => new FireblocksRawSigner(options));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'apiSecret', message: expect.stringMatching(reason) });
    expect(error).not.toHaveProperty('cause');
    expectHidden(error, pkcs8, pkcs1, pem(ec), pem(small), 'correct horse');
  });
});

describe('fromKeyFile', () => {
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('reads a key', () => {
    const signer = FireblocksRawSigner.fromKeyFile(file('good.key', pkcs8), { apiKey: 'key' });
    expect(signer).toBeInstanceOf(FireblocksRawSigner);
  });

  it.each<readonly [string, () => string, RegExp]>([
    ['a file that is not there', () => join(folder, 'missing.key'), /ENOENT/],
    ['a folder', () => folder, /EISDIR/],
    ['no path at all', () => undefined as unknown as string, /can't be read/],
    ['a path with a NUL', () => 'a\0b', /can't be read/],
    ['an empty file', () => file('empty', ''), /no PEM file/],
    ['a file of something else', () => file('other', 'correct horse'), /no PEM file/],
    ['an EC key', () => file('ec.key', pem(ec)), /must be an RSA key/],
    ['a small key', () => file('small.key', pem(small)), /2048 bits/],
    ['half a key', () => file('half.key', pkcs8.slice(0, 900)), /cannot be read/],
  ])('refuses %s, and shows none of it', (_, path, reason) => {
    const error = thrownBy(() => FireblocksRawSigner.fromKeyFile(path(), { apiKey: 'key' }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({
      setting: 'apiSecretPath',
      message: expect.stringMatching(reason),
    });
    expectHidden(error, pkcs8, pem(ec), pem(small), 'correct horse');
  });

  it.skipIf(process.getuid?.() === 0)('refuses a file that it may not read', () => {
    const path = file('locked.key', pkcs8);
    chmodSync(path, 0);
    const error = thrownBy(() => FireblocksRawSigner.fromKeyFile(path, { apiKey: 'key' }));
    expect(error).toMatchObject({
      setting: 'apiSecretPath',
      message: expect.stringMatching('EACCES'),
    });
  });
});
