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

interface Payment {
  readonly hash: string;
  /** In drops. */
  readonly amount: string;
}

/** What the ledger has of an account: the payments that it sent. */
async function paidBy(account: string): Promise<Payment[]> {
  const answer = await jsonRpcTransport(described.xrpl.url).request('account_tx', {
    account,
    limit: 200,
  });
  const entries = answer.transactions as { hash: string; tx_json: Record<string, string> }[];
  return entries
    .filter(({ tx_json }) => tx_json.Account === account && tx_json.TransactionType === 'Payment')
    .map(({ hash, tx_json }) => ({ hash, amount: tx_json.DeliverMax ?? '' }));
}

const KINDS = {
  custody: { firstVault: 10, amounts: ['1000000'], leastPoints: 15 },
  local: { firstVault: 10, amounts: ['1000000'], leastPoints: 15 },
  native: { firstVault: 60, amounts: ['1000000'], leastPoints: 15 },
  // Three members with one approval.
  batch: { firstVault: 10, amounts: ['1000000', '2000000', '3000000'], leastPoints: 10 },
  // With the creation of the Tickets.
  ticket: { firstVault: 60, amounts: ['1000000'], leastPoints: 15 },
} as const;

describe.each(['custody', 'local', 'native', 'batch', 'ticket'] as const)(
  'killed between any two steps (%s)',
  (kind) => {
    test('and run again with the same key, everything is on the ledger exactly once', async () => {
      const { firstVault, amounts, leastPoints } = KINDS[kind];
      const { custody, xrpl } = described;
      const bank = gatewayOver(
        new FireblocksRawSigner({ ...connectionOf(custody), polling: FAST }),
      );
      const subject =
        kind === 'local' ? gatewayOver(new LocalRawSigner({ seed: 'crash', quiet: true })) : bank;
      const destination = await bank.getAddress('9');

      const crashAt = async (killAt: number): Promise<boolean> => {
        const vault = String(firstVault + killAt);
        const address = await subject.getAddress(vault);
        await bank.xrpTransfer('0', { destination: address, amount: '20' }, { native: false });
        // The sandbox has so many vaults, and other runs may have used this one.
        const before = new Set((await paidBy(address)).map(({ hash }) => hash));
        const journal = join(folder, `${kind}-${vault}.json`);
        const key = `crash-${kind}-${killAt}`;
        const instructions = { custody, xrpl, kind, journal, vault, destination, key };
        const killed = await runChild({ ...instructions, killAt });
        const resumed =
          kind === 'batch' || kind === 'ticket'
            ? await repeatHere(kind, { vault, destination, key })
            : await runChild({ ...instructions, killAt: -1 });
        const payments = (await paidBy(address)).filter(({ hash }) => !before.has(hash));
        const what = `${killed.output} then ${resumed.output}`;
        expect(payments.map(({ amount }) => amount).sort(), what).toEqual(amounts);
        for (const { hash } of payments) expect(resumed.output, what).toContain(hash);
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
      expect(reached).toBeGreaterThan(leastPoints);
    }, 240_000);
  },
);

/** The same call, made by this process, which knows nothing of the one that was killed. */
async function repeatHere(
  kind: 'batch' | 'ticket',
  { vault, destination, key }: Record<'vault' | 'destination' | 'key', string>,
): Promise<Ended> {
  const signer = new FireblocksRawSigner({ ...connectionOf(described.custody), polling: FAST });
  const gateway = gatewayOver(signer);
  if (kind === 'ticket') {
    const options = { idempotencyKey: key, useTickets: true };
    const paid = await gateway.xrpTransfer(vault, { destination, amount: '1' }, options);
    return { killed: false, output: 'result' in paid ? paid.result.hash : '' };
  }
  const batch = ['1', '2', '3'].map((amount) => ({
    transactionType: 'xrpTransfer' as const,
    params: { destination, amount },
  }));
  const { members } = await gateway.submitBatch(vault, batch, { idempotencyKey: key });
  const hashes = members.map((member) => ('hash' in member ? member.hash : member.state));
  return { killed: false, output: hashes.join(' ') };
}

function connectionOf({ apiKey, apiSecret, url }: Described['custody']) {
  return { apiKey, apiSecret, basePath: url } satisfies FireblocksRawSignerOptions;
}

function gatewayOver(signer: ConstructorParameters<typeof XrplGateway>[0]['signer']): XrplGateway {
  const { url, networkId } = described.xrpl;
  const network = { url, networkId };
  return new XrplGateway({ signer, network, polling: FAST, secondsPerLedger: 0.1 });
}
