import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';

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
    ['a process that is a stand-in', { env: {} }],
    ['a process without node:crypto', { getBuiltinModule: () => undefined }],
  ])('is WebCrypto where there is %s', async (_, process) => {
    vi.stubGlobal('process', process);
    expect(await choose()).toBe('WebCrypto');
  });
});
