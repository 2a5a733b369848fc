import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import {
  type Child,
  paidBy,
  type SandboxProcess,
  startChild,
  startSandboxProcess,
} from '../support/processes.js';
import { REDIS_CLIENTS, REDIS_URL, type RedisConnection } from '../support/redis.js';
import { many } from '../support/runs.js';
import { FAST } from '../support/world.js';

/** Long enough for a machine that is busy: a call of the store may take a third of it. */
const LEASE_MS = 2_400;
const CALLS = many(50, 20);
/** How many points are tried at once. */
const AT_ONCE = 4;

/**
 * Replicas in processes of their own, and this one, with a real Redis between them: they can share
 * nothing that is in memory, so the ledger and the custody are a sandbox's.
 */
describe.skipIf(!REDIS_URL)('replicas that share a vault through Redis', () => {
  const prefix = `test:${randomUUID()}:`;
  let sandbox: SandboxProcess;
  let connection: RedisConnection;
  let own: XrplGateway;
  let destination: string;

  beforeAll(async () => {
    sandbox = await startSandboxProcess();
    connection = await REDIS_CLIENTS.ioredis(prefix);
    const { custody, xrpl } = sandbox;
    const { apiKey, apiSecret, url: basePath } = custody;
    own = new XrplGateway({
      signer: new FireblocksRawSigner({ apiKey, apiSecret, basePath, polling: FAST }),
      network: { url: xrpl.url, networkId: xrpl.networkId },
      lanes: { store: connection.store, leaseMs: LEASE_MS },
      polling: FAST,
      secondsPerLedger: 0.1,
    });
    destination = await own.getAddress('9');
  });
  afterAll(async () => {
    await connection?.close();
    await sandbox?.stop();
  });

  async function fund(vault: string): Promise<string> {
    const address = await own.getAddress(vault);
    await own.xrpTransfer('0', { destination: address, amount: '100' }, { native: false });
    return address;
  }

  function replica(instructions: object): Child {
    const { custody, xrpl } = sandbox;
    return startChild('replica-child.mjs', {
      ...{ custody, xrpl, redis: REDIS_URL, prefix, destination },
      lanes: { leaseMs: LEASE_MS },
      ...instructions,
    });
  }

  /** Here, and with nothing known of what the others did. */
  async function pay(vault: string, idempotencyKey: string): Promise<string> {
    const options = { native: false, idempotencyKey };
    const paid = await own.xrpTransfer(vault, { destination, amount: '1' }, options);
    return 'result' in paid ? paid.result.hash : '';
  }

  test.each([
    ['serial', '11', 0.2],
    ['pipeline', '12', 1],
    ['tickets', '13', 0.2],
  ])(
    `${CALLS} concurrent transfers in %s mode: each key once, each number once (vault %s, given to both: %d)`,
    async (mode, vault, share) => {
      const address = await fund(vault);
      const keys = Array.from({ length: CALLS }, (_, index) => `${mode}-${index}`);
      const lanes = { mode, leaseMs: 10_000 };
      const ends = await Promise.all([
        replica({ vault, lanes, keys: keys.slice(0, (CALLS * (1 + share)) / 2) }).ended,
        replica({ vault, lanes, keys: keys.slice((CALLS * (1 - share)) / 2) }).ended,
      ]);
      const payments = await paidBy(sandbox, address);
      const output = ends.map((end) => end.output).join('');
      expect(payments, output).toHaveLength(CALLS);
      expect(new Set(payments.map(({ hash }) => hash)).size).toBe(CALLS);
      for (const key of keys) {
        const told = [...output.matchAll(new RegExp(`^${key} paid (\\w+)$`, 'gm'))];
        const hashes = new Set(told.map(([, hash]) => hash));
        expect(hashes.size, output).toBe(1);
        expect(payments.map(({ hash }) => hash)).toContain([...hashes][0]);
      }
      if (mode === 'tickets') return;
      const sequences = payments.map(({ sequence }) => sequence).sort((a, b) => a - b);
      expect(sequences).toEqual(sequences.map((_, index) => (sequences[0] ?? 0) + index));
    },
  );

  /** One that stops at a point, and this one, which goes on; resolves with whether it stopped. */
  async function stopAt(point: number, how: 'kill' | 'pause'): Promise<boolean> {
    // The sandbox has so many vaults, and another point may have had this one.
    const vault = String(14 + ((point + (how === 'kill' ? 0 : 40)) % 85));
    const address = await fund(vault);
    const before = new Set((await paidBy(sandbox, address)).map((one) => one.hash));
    const key = `${how}-${point}`;
    const child = replica({ vault, keys: [key], stopAt: point, how });
    const stopped = Promise.race([
      child.ended.then(({ killed }) => killed),
      said(child, 'stopped at').then(() => true),
    ]);
    const hasStopped = await stopped;
    // Whatever the other has begun here is over, and the account goes on.
    const [hash, another] = await Promise.all([pay(vault, key), pay(vault, `${key}-own`)]);
    if (how === 'pause') child.process.kill('SIGCONT');
    const { output } = await child.ended;
    const payments = (await paidBy(sandbox, address)).filter((one) => !before.has(one.hash));
    const what = `${output} and ${hash}, ${another}`;
    expect(payments.map((one) => one.hash).sort(), what).toEqual([hash, another].sort());
    expect(new Set(payments.map(({ sequence }) => sequence)).size, what).toBe(2);
    const [, told] = /paid (\w+)/.exec(output) ?? [];
    if (told !== undefined) expect(told, what).toBe(hash);
    // Nor does anything it does after it woke make trouble for those who come next.
    if (how === 'pause') await pay(vault, `${key}-after`);
    return hasStopped;
  }

  test.each([
    ['kill', many(1, 12)],
    ['pause', many(2, 17)],
  ] as const)(
    'one of them stopped between any two steps (%s): the other goes on, and nothing is paid twice',
    async (how, step) => {
      let reached = 0;
      for (;;) {
        const points = Array.from({ length: AT_ONCE }, (_, index) => reached + index * step);
        const stopped = await Promise.all(points.map((point) => stopAt(point, how)));
        reached += step * stopped.filter(Boolean).length;
        if (!stopped.every(Boolean)) break;
      }
      // Fewer would mean that the points were not where the steps are.
      expect(reached).toBeGreaterThan(25);
    },
  );
});

/** Resolves once a child has said something. */
async function said(child: Child, words: string): Promise<void> {
  while (!child.output().includes(words)) {
    if (!child.process.stdout) return;
    await once(child.process.stdout, 'data');
  }
}
