import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FireblocksRawSigner,
  type FireblocksRawSignerOptions,
} from '../../src/fireblocks/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import {
  type Ended,
  paidBy,
  type SandboxProcess,
  startChild,
  startSandboxProcess,
} from '../support/processes.js';
import { many } from '../support/runs.js';
import { FAST } from '../support/world.js';

/**
 * The sandbox in a process of its own, and what is killed in another: it takes all that it had in memory
 * with it, so nothing here can be the fake chain's.
 */
let sandbox: SandboxProcess;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crash-'));
  sandbox = await startSandboxProcess();
});

afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

const runChild = (instructions: object): Promise<Ended> =>
  startChild('crash-child.mjs', instructions).ended;

const KINDS = {
  custody: { firstVault: 10, amounts: ['1000000'], leastPoints: 15 },
  local: { firstVault: 10, amounts: ['1000000'], leastPoints: 15 },
  native: { firstVault: 60, amounts: ['1000000'], leastPoints: 15 },
  // Three members with one approval.
  batch: { firstVault: 10, amounts: ['1000000', '2000000', '3000000'], leastPoints: 10 },
  // With the creation of the Tickets.
  ticket: { firstVault: 60, amounts: ['1000000'], leastPoints: 15 },
} as const;

const NAMES = ['custody', 'local', 'native', 'batch', 'ticket'] as const;
/** In a sample the kinds share every other point: each has those that the others leave out. */
const STEP = many(1, 2 * NAMES.length);
/** How many points are tried at once: of few points, those after the last would be a good part. */
const AT_ONCE = many(2, 1);

describe.each(NAMES)('killed between any two steps (%s)', (kind) => {
  test('and run again with the same key, everything is on the ledger exactly once', async () => {
    const { firstVault, amounts, leastPoints } = KINDS[kind];
    const { custody, xrpl } = sandbox;
    const bank = gatewayOver(new FireblocksRawSigner({ ...connectionOf(custody), polling: FAST }));
    const subject =
      kind === 'local' ? gatewayOver(new LocalRawSigner({ seed: 'crash', quiet: true })) : bank;
    const destination = await bank.getAddress('9');

    const crashAt = async (killAt: number): Promise<boolean> => {
      const vault = String(firstVault + killAt);
      const address = await subject.getAddress(vault);
      await bank.xrpTransfer('0', { destination: address, amount: '20' }, { native: false });
      // The sandbox has so many vaults, and other runs may have used this one.
      const before = new Set((await paidBy(sandbox, address)).map(({ hash }) => hash));
      const journal = join(folder, `${kind}-${vault}.json`);
      const key = `crash-${kind}-${killAt}`;
      const instructions = { custody, xrpl, kind, journal, vault, destination, key };
      const killed = await runChild({ ...instructions, killAt });
      // A journal in a file is for a process that opens it; the others have the custody's requests alone.
      const resumed =
        kind === 'local'
          ? await runChild({ ...instructions, killAt: -1 })
          : await repeatHere(kind, { vault, destination, key });
      const payments = (await paidBy(sandbox, address)).filter(({ hash }) => !before.has(hash));
      const what = `${killed.output} then ${resumed.output}`;
      expect(payments.map(({ amount }) => amount).sort(), what).toEqual(amounts);
      for (const { hash } of payments) expect(resumed.output, what).toContain(hash);
      return killed.killed;
    };

    // Until a run is over before it can be killed.
    let reached = (2 * NAMES.indexOf(kind)) % STEP;
    for (;;) {
      const points = Array.from({ length: AT_ONCE }, (_, index) => reached + index * STEP);
      const killed = await Promise.all(points.map(crashAt));
      reached += STEP * killed.filter(Boolean).length;
      if (!killed.every(Boolean)) break;
    }
    // Fewer would mean that the points were not where the steps are.
    expect(reached).toBeGreaterThan(leastPoints);
  });
});

/** The same call, made by this process, which knows nothing of the one that was killed. */
async function repeatHere(
  kind: Exclude<(typeof NAMES)[number], 'local'>,
  { vault, destination, key }: Record<'vault' | 'destination' | 'key', string>,
): Promise<Ended> {
  const signer = new FireblocksRawSigner({ ...connectionOf(sandbox.custody), polling: FAST });
  const gateway = gatewayOver(signer);
  if (kind !== 'batch') {
    const options = {
      idempotencyKey: key,
      native: kind === 'native',
      useTickets: kind === 'ticket',
    };
    const { hash } = await gateway.xrpTransfer(vault, { destination, amount: '1' }, options);
    return { killed: false, output: hash ?? '' };
  }
  const batch = ['1', '2', '3'].map((amount) => ({
    transactionType: 'xrpTransfer' as const,
    params: { destination, amount },
  }));
  const { members } = await gateway.submitBatch(vault, batch, { idempotencyKey: key });
  const hashes = members.map((member) => ('hash' in member ? member.hash : member.state));
  return { killed: false, output: hashes.join(' ') };
}

function connectionOf({ apiKey, apiSecret, url }: SandboxProcess['custody']) {
  return { apiKey, apiSecret, basePath: url } satisfies FireblocksRawSignerOptions;
}

function gatewayOver(signer: ConstructorParameters<typeof XrplGateway>[0]['signer']): XrplGateway {
  const { url, networkId } = sandbox.xrpl;
  const network = { url, networkId };
  return new XrplGateway({ signer, network, polling: FAST, secondsPerLedger: 0.1 });
}
