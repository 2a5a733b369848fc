// The part of an example that serves, run by itself: what it exports is what the test names.
import { readFileSync } from 'node:fs';
import * as nodeHttp from 'node:http';
import { fileURLToPath } from 'node:url';
import * as sqlJs from 'sql.js';
import ts from 'typescript';
import * as http from '../../../src/handlers.js';
import * as netlink from '../../../src/netlink/index.js';
import * as provider from '../../../src/provider/index.js';
import * as requests from '../../../src/requests/index.js';

export const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

/** What examples import, from the sources instead of the package. */
const MODULES: Readonly<Record<string, object>> = {
  'node:http': nodeHttp,
  'sql.js': sqlJs,
  'custody-gateways/http': http,
  'custody-gateways/netlink': netlink,
  'custody-gateways/provider': provider,
  'custody-gateways/requests': requests,
};

/** The line behind which an example is its own client. */
const CLIENT = '// The calls that the platform makes.';

/** Runs an example up to where it begins to call itself, and gives the constants with these names. */
export async function served(file: string, names: readonly string[]): Promise<unknown> {
  const source = readFileSync(`${EXAMPLES}/${file}`, 'utf8');
  const [server = '', client] = source.split(CLIENT);
  if (client === undefined) throw new Error(`${file} does not say where its client begins`);
  const { outputText } = ts.transpileModule(`${server}\nexport { ${names.join(', ')} };`, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      esModuleInterop: true,
    },
  });
  const exported = {};
  const run = new AsyncFunction('require', 'exports', 'console', outputText);
  const load = (name: string) => {
    const module = MODULES[name];
    if (module === undefined) throw new Error(`${file} imports ${name}`);
    return { __esModule: true, ...module };
  };
  // It logs whatever it refuses, which here is nearly everything.
  await run(load, exported, { log: () => undefined });
  return exported;
}

/** Its code may await, as a module's does. */
const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
  ...code: string[]
) => (...given: unknown[]) => Promise<void>;
