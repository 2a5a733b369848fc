import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('X13: the documents are there wherever the package is installed', () => {
  const program = (load: string) => `
    ${load}
    const paths = ['/x/api-docs', '/x/api-docs.json', '/x/api-docs/swagger-ui.css', '/x/api-docs/swagger-ui-bundle.js'];
    (async () => {
      for (const handlerOf of handlers) {
        const handler = handlerOf({}, { basePath: '/x' });
        for (const path of paths) {
          const answer = await handler(new Request('http://localhost' + path));
          const text = await answer.text();
          const isWhole = path.endsWith('.json') ? Object.keys(JSON.parse(text).paths).length > 10 : text.includes('swagger-ui');
          console.log(answer.status, answer.headers.get('content-type'), isWhole ? 'whole' : text.length);
        }
      }
    })();`;
  const TYPES = ['text/html', 'application/json', 'text/css', 'text/javascript'];
  const NAMES = '{ xrplHandler, aptosHandler, stacksHandler }';
  const LIST = 'const handlers = [xrplHandler, aptosHandler, stacksHandler];';
  const file = (name: string) => JSON.stringify(`${ROOT}dist/${name}`);

  test.each([
    ['ESM', 'module', `import ${NAMES} from ${file('handlers.js')}; ${LIST}`],
    ['CommonJS', 'commonjs', `const ${NAMES} = require(${file('handlers.cjs')}); ${LIST}`],
  ])('from %s, in any folder', async (_, type, load) => {
    const args = [`--input-type=${type}`, '-e', program(load)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: tmpdir() });
    const whole = TYPES.map((each) => `200 ${each}; charset=utf-8 whole`);
    expect(stdout.trim().split('\n')).toEqual([...whole, ...whole, ...whole]);
  });

  test('by brotli for who reads it, and plain for others', async () => {
    const { xrplHandler } = await import(`${ROOT}dist/handlers.js`);
    const handler = xrplHandler({});
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      const asked = (headers: Record<string, string>): Promise<Response> =>
        handler(new Request(`http://localhost/api-docs/${name}`, { headers }));
      const [plain, packed] = [await asked({ 'accept-encoding': 'gzip' }), await asked(BROWSER)];
      expect(plain.headers.has('content-encoding')).toBe(false);
      expect(packed.headers.get('content-encoding')).toBe('br');
      expect(packed.headers.get('vary')).toBe('accept-encoding');
      const unpacked = brotliDecompressSync(await packed.arrayBuffer());
      expect(unpacked.equals(Buffer.from(await plain.arrayBuffer()))).toBe(true);
    }
  });
});
