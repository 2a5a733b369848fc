// `npm run test:live`: what public test networks answer today. Opt-in, since it depends on others.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type AptosTestNetwork, aptosNetworks, liveAptos } from './aptos-live.js';
import type { Finding } from './findings.js';
import { type HowLive, type LiveNetwork, liveNetworks } from './networks.js';
import { recordingOf } from './recordings.js';
import type { Run } from './run.js';

const HELP = `npm run test:live                       Aptos' devnet
npm run test:live -- --peer xrpl        the XRP Ledger's testnet
npm run test:live -- --peer stacks      Stacks' testnet
npm run test:live -- --peer custody     the custody's sandbox workspace, with CUSTODY_API_KEY,
                                        CUSTODY_API_SECRET (the text of a PEM) and CUSTODY_VAULT (0),
                                        whose account has a wallet of XRP_TEST
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
      peer: { type: 'string', default: 'aptos' },
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
  const { peer, name, seed } = values;
  const kept = peer === 'aptos' ? name : peer;
  const file = join(process.cwd(), `test/recorded/${peer}/live-${kept}.json`);
  const how = { seed, patienceMs: PATIENCE_MS, pins: pinsIn(file) };
  const { table, run, findings } = await network.run(how);
  for (const line of linesOf(run, findings)) print(line);
  if (values.record) {
    const recording = recordingOf(table, run, network.source, new Date());
    writeFileSync(file, `${JSON.stringify(recording, undefined, 2)}\n`);
  }
  return run.failures.length === 0 && findings.length === 0;
}

function networkOf(given: Parameters<typeof aptosNetworkOf>[0] & { readonly peer: string }) {
  const { peer } = given;
  const others: Readonly<Record<string, LiveNetwork>> = liveNetworks(process.env);
  if (peer !== 'aptos') return Object.hasOwn(others, peer) ? others[peer] : undefined;
  const network = aptosNetworkOf(given);
  if (!network) return undefined;
  const run = ({ pins, ...how }: HowLive) => liveAptos(network, { ...how, fetch }, pins);
  return { source: network.fullnodeUrl, run };
}

function aptosNetworkOf(given: {
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
