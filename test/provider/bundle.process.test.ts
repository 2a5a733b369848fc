import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

/** The provider's schema files that end up in a bundle which uses only this. */
async function schemasOf(name: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: {
      contents: `import { ${name} } from './src/provider/index.ts'; globalThis.used = ${name};`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /src\/provider\/schemas\/(.+)\.ts$/.exec(path)?.[1] ?? '')
    .filter((schema) => schema !== '')
    .sort();
}

describe('a bundle', () => {
  test('of one resource has its own schemas, and not the others’', async () => {
    const all = await schemasOf('ProviderApiClient');
    const others = ['ramps', 'ramp-sides', 'withdrawals', 'collateral', 'settlements', 'deposits'];
    expect(all).toEqual(expect.arrayContaining([...others, 'accounts', 'liquidity']));
    const accounts = await schemasOf('ProviderAccounts');
    expect(accounts).toContain('accounts');
    for (const other of others) expect(accounts).not.toContain(other);
    const liquidity = await schemasOf('ProviderLiquidity');
    expect(liquidity).toContain('liquidity');
    for (const other of others) expect(liquidity).not.toContain(other);
  });
});
