import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FireblocksRawSigner, type FireblocksRawSignerOptions } from '../../src/custody/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { jsonRpcTransport, XrplGateway } from '../../src/xrpl/index.js';
import { FAST } from '../support/world.js';

/** The sandbox in a process of its own, the transactions in two others, one after the other. */
interface Described {
  readonly custody: { url: string; apiKey: string; apiSecret: string };
  readonly xrpl: { url: string; networkId: number };
}

const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const CHILD = fileURLToPath(new URL('../support/crash-child.mjs', import.meta.url));

let sandbox: ChildProcess;
let described: Described;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crash-'));
  sandbox = spawn(process.execPath, [CLI, 'sandbox', '--ledger-close-ms', '30'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of sandbox.stdout ?? []) {
    text += String(chunk);
    if (text.trimEnd().endsWith('}')) break;
  }
  described = JSON.parse(text) as Described;
});

afterAll(async () => {
  sandbox.kill('SIGTERM');
  if (sandbox.exitCode === null) await once(sandbox, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly killed: boolean;
  readonly output: string;
}

async function runChild(instructions: object): Promise<Ended> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(instructions)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const [code, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') return { killed: true, output };
  if (code !== 0) throw new Error(output);
  return { killed: false, output };
}

/** What the ledger has of an account: the hashes of what it sent. */
async function sentBy(account: string): Promise<string[]> {
  const answer = await jsonRpcTransport(described.xrpl.url).request('account_tx', {
    account,
    limit: 200,
  });
  const entries = answer.transactions as { hash: string; tx_json: { Account: string } }[];
  return entries.filter(({ tx_json }) => tx_json.Account === account).map(({ hash }) => hash);
}

describe.each(['custody', 'local', 'native'] as const)(
  'killed between any two steps (%s)',
  (kind) => {
    test('and run again with the same key, there is exactly one transaction', async () => {
      const { custody, xrpl } = described;
      const bank = gatewayOver(
        new FireblocksRawSigner({ ...connectionOf(custody), polling: FAST }),
      );
      const subject =
        kind === 'local' ? gatewayOver(new LocalRawSigner({ seed: 'crash', quiet: true })) : bank;
      const destination = await bank.getAddress('9');
      const first = { custody: 10, local: 10, native: 60 }[kind];

      const crashAt = async (killAt: number): Promise<boolean> => {
        const vault = String(first + killAt);
        const address = await subject.getAddress(vault);
        await bank.xrpTransfer('0', { destination: address, amount: '20' }, { native: false });
        const journal = join(folder, `${kind}-${vault}.json`);
        const key = `crash-${kind}-${killAt}`;
        const instructions = { custody, xrpl, kind, journal, vault, destination, key };
        const killed = await runChild({ ...instructions, killAt });
        const resumed = await runChild({ ...instructions, killAt: -1 });
        const hashes = await sentBy(address);
        expect(hashes, `${killed.output} then ${resumed.output}`).toHaveLength(1);
        expect(resumed.output).toContain(hashes[0]);
        return killed.killed;
      };

      // Two at a time, until a run is over before it can be killed.
      let reached = 0;
      for (let killAt = 0; ; killAt += 2) {
        const [one, two] = await Promise.all([crashAt(killAt), crashAt(killAt + 1)]);
        reached += Number(one) + Number(two);
        if (!one || !two) break;
      }
      // Fewer would mean that the points were not where the steps are.
      expect(reached).toBeGreaterThan(15);
    }, 240_000);
  },
);

function connectionOf({ apiKey, apiSecret, url }: Described['custody']) {
  return { apiKey, apiSecret, basePath: url } satisfies FireblocksRawSignerOptions;
}

function gatewayOver(signer: ConstructorParameters<typeof XrplGateway>[0]['signer']): XrplGateway {
  const { url, networkId } = described.xrpl;
  const network = { url, networkId };
  return new XrplGateway({ signer, network, polling: FAST, secondsPerLedger: 0.1 });
}
