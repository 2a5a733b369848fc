// What is shipped beside the code: modules that export text. See `src/http/docs/files.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url));

export function writeAsset(name, text) {
  mkdirSync(ASSETS, { recursive: true });
  writeFileSync(join(ASSETS, `${name}.js`), `export default ${JSON.stringify(text)};\n`);
}
