import * as crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { signerOptions, vectors, verifierOptions } from '../support/request-vectors.js';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** What a module's static imports reach, types apart: files, and packages by name. */
function reached(file: string, found = new Set<string>()): Set<string> {
  const code = readFileSync(file, 'utf8')
    .replace(/^\s*\*.*$/gm, '')
    .replace(/(?:import|export) type [^;]*;/g, '');
  for (const [, target = ''] of code.matchAll(/from '([^']+)'/g)) {
    const path = target.startsWith('.')
      ? resolve(file, '..', target.replace(/\.js$/, '.ts'))
      : target;
    if (found.has(path)) continue;
    found.add(path);
    if (target.startsWith('.')) reached(path, found);
  }
  return found;
}

const names = (file: string) =>
  [...reached(resolve(SRC, file))].map((path) =>
    path.startsWith('/') ? relative(SRC, path) : path,
  );

describe('what is loaded with the signer of requests', () => {
  it('is neither a curve, nor SHA-3, nor anything of Node', () => {
    const loaded = names('requests/index.ts');
    expect(loaded).toContain('requests/verifier.ts');
    expect(
      loaded.filter((name) => /^node:|curves|sha3|hmac|signer\/(?:ecdsa|verify)/.test(name)),
    ).toEqual([]);
    // Noticed where it is there.
    expect(names('requests/primitives/web-ecdsa.ts')).toContain('@noble/curves/secp256k1.js');
  });
});

/** Vitest gives a process that has none the `nextTick` of the one before, and that may be this one. */
const standIn = (parts: object) => ({ nextTick: process.nextTick, ...parts });

describe('the library', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const choose = async () => {
    vi.resetModules();
    const { defaultPrimitives } = await import('../../src/requests/primitives/default.js');
    return defaultPrimitives().name;
  };

  it('is node:crypto where there is one', async () => {
    expect(await choose()).toBe('node:crypto');
  });

  it.each([
    ['no process', undefined],
    ['a process that is a stand-in', standIn({ env: {} })],
    ['a process without node:crypto', standIn({ getBuiltinModule: () => undefined })],
  ])('is WebCrypto where there is %s', async (_, process) => {
    vi.stubGlobal('process', process);
    expect(await choose()).toBe('WebCrypto');
  });

  // Bun's knows no such curve, and Deno's refuses a high s, which OpenSSL makes every other time.
  it.each(['bun', 'deno'])('is noble for secp256k1 in %s', async (runtime) => {
    const asked: string[] = [];
    const lame = {
      ...crypto,
      createPrivateKey: () => asked.push('private') && crypto.createPrivateKey(''),
      createPublicKey: () => asked.push('public') && crypto.createPublicKey(''),
    };
    const versions = { [runtime]: '1' };
    vi.stubGlobal('process', standIn({ versions, getBuiltinModule: () => lame }));
    expect(await choose()).toBe('node:crypto');
    const { RequestSigner, RequestVerifier } = await import('../../src/requests/index.js');
    const algorithm = 'ecdsa-secp256k1-sha256';
    const { request } = vectors;
    const headers = { ...(await new RequestSigner(signerOptions(algorithm)).headers(request)) };
    const verifier = new RequestVerifier(verifierOptions(algorithm));
    expect(await verifier.verify({ ...request, headers })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    expect(() => new RequestVerifier(verifierOptions('rsa-sha512'))).toThrow('cannot be read');
    expect(asked).toEqual(['public']);
  });
});
