// `npm run test:live`: what public test networks answer today. Opt-in, since it depends on others.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AptosTestNetwork, aptosNetworks, liveAptos } from './aptos-live.js';
import type { Finding } from './findings.js';
import { recordingOf } from './recordings.js';
import type { Run } from './run.js';

const HELP = `npm run test:live                       Aptos' devnet
npm run test:live -- --record           and keeps the fields of its answers in test/recorded
npm run test:live -- --name movement-testnet --fullnode URL --indexer URL [--faucet URL]
                                        another network of Aptos or Movement
  --seed TEXT                           of the keys: with the same one the same accounts`;

/** Milliseconds in which a transaction lands on a public test network, if it does. */
const PATIENCE_MS = 60_000;

/** Returns whether all went as it should. */
export async function main(args: readonly string[], print: (line: string) => void) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: 'aptos-devnet' },
      fullnode: { type: 'string' },
      indexer: { type: 'string' },
      faucet: { type: 'string' },
      seed: { type: 'string', default: `live ${Date.now()}` },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const network = networkOf(values);
  if (values.help || !network) {
    print(HELP);
    return values.help;
  }
  const file = join(process.cwd(), `test/recorded/aptos/live-${values.name}.json`);
  const how = { seed: values.seed, patienceMs: PATIENCE_MS, fetch };
  const { run, findings } = await liveAptos(network, how, pinsIn(file));
  for (const line of linesOf(run, findings)) print(line);
  if (values.record) {
    const recording = recordingOf(run, network.fullnodeUrl, new Date());
    writeFileSync(file, `${JSON.stringify(recording, undefined, 2)}\n`);
  }
  return run.failures.length === 0 && findings.length === 0;
}

function networkOf(given: {
  readonly name: string;
  readonly fullnode?: string | undefined;
  readonly indexer?: string | undefined;
  readonly faucet?: string | undefined;
}): AptosTestNetwork | undefined {
  const { name, fullnode: fullnodeUrl, indexer: indexerUrl, faucet: faucetUrl } = given;
  if (fullnodeUrl === undefined || indexerUrl === undefined) return aptosNetworks[name];
  return { fullnodeUrl, indexerUrl, ...(faucetUrl === undefined ? {} : { faucetUrl }) };
}

/** What an earlier recording says the network's modules are. */
function pinsIn(file: string): Run['pins'] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).pins;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

export function linesOf({ exchanges, failures }: Run, findings: readonly Finding[]): string[] {
  return [
    ...failures.map(({ operation, code }) => `FAILED    ${operation}: ${code}`),
    ...findings.map(
      ({ kind, ...about }) => `${kind.padEnd(9)} ${Object.values(about).join(' | ')}`,
    ),
    `${exchanges.length} answers, ${failures.length} operations failed, ${findings.length} differences`,
  ];
}
