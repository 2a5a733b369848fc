import { DEFAULT_DEFINITIONS } from 'ripple-binary-codec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AccountBusyError,
  TransactionBlockedError,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import { XrplNodeError } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { many } from '../support/runs.js';
import { VirtualTime } from '../support/virtual-time.js';
import { Capture } from './support/capture.js';

let time: VirtualTime;
beforeEach(() => {
  time = new VirtualTime();
});
afterEach(() => time.end());

/** Every code that the ledger's own definitions have, so that a code which is new there is new here. */
const CODES = Object.keys(DEFAULT_DEFINITIONS.transactionResult).filter((name) =>
  /^te[a-z][A-Z]/.test(name),
);
const begins = (...starts: readonly string[]) =>
  CODES.filter((code) => starts.some((start) => code.startsWith(start)));

/** "Finality of Results" names these: what is on its way. */
const LANDING = begins('tes', 'tec');
const ON_ITS_WAY_BY_NAME = ['terQUEUED', 'tefALREADY'];
const ON_ITS_WAY = [...LANDING, ...ON_ITS_WAY_BY_NAME];
const REFUSED = begins('tem');
/** What the account's next transaction cures must not keep that one waiting. */
const WAITS_FOR_THE_NEXT = ['terPRE_SEQ'];
const OPEN = [
  ...begins('tel', 'tef', 'ter').filter(
    (code) => !ON_ITS_WAY.includes(code) && !WAITS_FOR_THE_NEXT.includes(code),
  ),
  // Of a node that is newer than this.
  'tefNOT_KNOWN_YET',
  'constructor',
];

/** Each of them where everything is tried, and else every fifth. */
const some = (codes: readonly string[]) => codes.filter((_, at) => at % many(1, 5) === 0);

/** Three or four ledgers: whoever asks with a person waiting hears within this. */
const SECONDS = 20_000;

/** A gateway on a node that answers a code to whatever it is sent, until it is cured. */
async function worldOf(code: string) {
  const capture = await Capture.start();
  const { node, gateway, signer } = capture;
  let isCured = false;
  node.on('submit', (params) =>
    isCured
      ? node.plainAnswer('submit', params)
      : { engine_result: code, accepted: true, applied: false, broadcast: false, kept: true },
  );
  const set = (idempotencyKey: string, options = {}) =>
    gateway.accountSet('0', { configs: { tickSize: 5 } }, { idempotencyKey, ...options });
  return {
    ...capture,
    node,
    gateway,
    signer,
    cure: () => {
      isCured = true;
    },
    set: (key: string, options = {}) => time.run(set(key, options)),
    resume: (key: string) => time.run(gateway.resume('0', key)),
    cancel: (key: string) => time.run(gateway.cancel('0', key)),
    numbers: () => node.sent.map(({ fields }) => fields.Sequence),
  };
}

const tookMs = async (work: () => Promise<unknown>) => {
  const startedAt = time.clock.monotonic();
  await work();
  return time.clock.monotonic() - startedAt;
};

describe.each(some(OPEN))('%s is open', (code) => {
  it('the caller hears pending with the code and its cure, within seconds', async () => {
    const { set } = await worldOf(code);
    let error: unknown;
    const ms = await tookMs(async () => {
      error = await rejectionOf(set('first'));
    });
    expect(error).toBeInstanceOf(TransactionBlockedError);
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'pending',
      retryable: true,
      resultCode: code,
      details: { status: 'pending', resultCode: code, cure: expect.stringMatching(/^\S.{8,}\S$/) },
      message: expect.stringMatching(`${code}, and it can land once .*; cancel spends its number`),
      transaction: { idempotencyKey: 'first', hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
    });
    expect(ms).toBeLessThanOrEqual(SECONDS);
  });

  it('the lane is its own: the next hears at once who is in the way and why, and nobody is asked', async () => {
    const { set, signer } = await worldOf(code);
    await rejectionOf(set('first'));
    let error: unknown;
    const ms = await tookMs(async () => {
      error = await rejectionOf(set('second'));
    });
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      retryable: true,
      details: { resultCode: code, holder: { idempotencyKey: 'first' } },
      message: expect.stringContaining(code),
      cause: { resultCode: code },
    });
    expect(ms).toBeLessThanOrEqual(SECONDS);
    expect(signer.requests).toHaveLength(1);
  });

  it('once it is cured the next payment sends it first, and both land', async () => {
    const { set, resume, cure, numbers, node, signer } = await worldOf(code);
    await rejectionOf(set('first'));
    cure();
    await expect(set('second')).resolves.toHaveProperty('result.validated', true);
    const first = node.firstSequence;
    expect(numbers()).toEqual([first, first + 1]);
    await expect(resume('first')).resolves.toHaveProperty('result.validated', true);
    expect(signer.requests).toHaveLength(2);
  });

  it('cancel spends its number, and the next payment has the one behind it', async () => {
    const { set, resume, cancel, cure, numbers, node } = await worldOf(code);
    await rejectionOf(set('first'));
    cure();
    await cancel('first');
    await expect(set('second')).resolves.toHaveProperty('result.validated', true);
    const first = node.firstSequence;
    expect(numbers()).toEqual([first, first + 1]);
    expect(await rejectionOf(resume('first'))).toBeInstanceOf(TransactionReplacedError);
  });
});

describe.each([...some(REFUSED), 'invalidTransaction'])('%s is refused', (code) => {
  it('the caller hears it, and the account’s next takes the number', async () => {
    const { set, resume, cure, node, numbers } = await worldOf(code);
    if (code === 'invalidTransaction') {
      node.on('submit', () => {
        throw new XrplNodeError(code, 'fails local checks: no');
      });
    }
    const error = await rejectionOf(set('first'));
    expect(error).toBeInstanceOf(TransactionRefusedError);
    expect(error).toMatchObject({
      resultCode: code,
      transaction: { idempotencyKey: 'first', hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
    });
    cure();
    node.on('submit', (params) => node.plainAnswer('submit', params));
    await expect(set('second')).resolves.toHaveProperty('result.validated', true);
    expect(numbers()).toEqual([node.firstSequence]);
    expect(await rejectionOf(resume('first'))).toBeInstanceOf(TransactionReplacedError);
  });
});

describe.each([...some(LANDING), ...ON_ITS_WAY_BY_NAME])('%s is on its way', (code) => {
  it('the caller waits for the ledger, and the next has the number behind it', async () => {
    const { set, resume, cure, node } = await worldOf(code);
    const pending = await rejectionOf(set('first', { confirmTimeoutMs: 1_000 }));
    expect(pending).toBeInstanceOf(TransactionUnconfirmedError);
    expect(pending).not.toBeInstanceOf(TransactionBlockedError);
    expect(pending).toMatchObject({ status: 'pending' });
    cure();
    // Another process: one that has not sent it would send it first.
    await expect(resume('first')).resolves.toHaveProperty('result.validated', true);
    await expect(set('second')).resolves.toHaveProperty('result.validated', true);
    expect(node.sent.map(({ fields }) => fields.Sequence)).toEqual([
      node.firstSequence,
      node.firstSequence + 1,
    ]);
  });
});

describe.each(WAITS_FOR_THE_NEXT)('%s waits for the number before', (code) => {
  it('the caller hears so once it was sent again in vain, and the next is not kept waiting', async () => {
    const { set, cure, signer } = await worldOf(code);
    let error: unknown;
    const ms = await tookMs(async () => {
      error = await rejectionOf(set('first'));
    });
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).not.toBeInstanceOf(TransactionBlockedError);
    expect(error).toMatchObject({
      status: 'pending',
      details: { resultCode: code, cure: 'the number before its own is spent' },
    });
    expect(ms).toBeLessThanOrEqual(60_000);
    cure();
    await expect(set('second')).resolves.toHaveProperty('result.validated', true);
    expect(signer.requests).toHaveLength(2);
  });
});

it.each(['telCAN_NOT_QUEUE', 'telCAN_NOT_QUEUE_FULL', 'telINSUF_FEE_P', 'terRETRY'])(
  '%s is tried again until there is room',
  async (engine_result) => {
    const { gateway, node, signer } = await Capture.start();
    let times = 2;
    node.on('submit', (params) =>
      times-- > 0 ? { engine_result } : node.plainAnswer('submit', params),
    );
    const call = gateway.accountSet('0', { configs: { tickSize: 5 } });
    await expect(time.run(call)).resolves.toHaveProperty('result.validated', true);
    expect(node.paramsOf('submit')).toHaveLength(3);
    expect(new Set(node.paramsOf('submit').map(({ tx_blob }) => tx_blob)).size).toBe(1);
    expect(signer.requests).toHaveLength(1);
  },
);

it('a refusal after an answer that leaves it open is none: the node may hold it still', async () => {
  const { set, node } = await worldOf('telINSUF_FEE_P');
  const answers = ['telINSUF_FEE_P', 'temBAD_FEE'];
  node.on('submit', () => ({ engine_result: answers.shift() ?? 'temBAD_FEE' }));
  const error = await rejectionOf(set('first'));
  expect(error).toBeInstanceOf(TransactionUnconfirmedError);
  expect(error).toMatchObject({ status: 'unknown' });
});

it('what the ledger says counts, whatever a node answers to the same bytes', async () => {
  const { set, node } = await worldOf('tefPAST_SEQ');
  node.on('submit', (params) => {
    node.plainAnswer('submit', params);
    return { engine_result: 'tefPAST_SEQ' };
  });
  await expect(set('first')).resolves.toHaveProperty('result.validated', true);
});

it('in a pipeline nobody is asked to approve what would stand behind it', async () => {
  const { gateway, node, signer } = await Capture.start({ lanes: { mode: 'pipeline', depth: 5 } });
  const set = (idempotencyKey: string) =>
    time.run(gateway.accountSet('0', { configs: { tickSize: 5 } }, { idempotencyKey }));
  await set('warm');
  node.on('submit', () => ({ engine_result: 'tefBAD_AUTH' }));
  await rejectionOf(set('first'));
  for (const key of ['second', 'third']) {
    const error = await rejectionOf(set(key));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({ details: { holder: { idempotencyKey: 'first' } } });
  }
  expect(signer.requests).toHaveLength(2);
});

it('of a batch the member that is open is pending, and those behind it are not sent', async () => {
  const { gateway, node } = await Capture.start();
  let submissions = 0;
  node.on('submit', (params) =>
    ++submissions === 2 ? { engine_result: 'terNO_LINE' } : node.plainAnswer('submit', params),
  );
  const entries = [3, 4, 5].map((TickSize) => ({ TransactionType: 'AccountSet', TickSize }));
  const call = time.run(gateway.submitBatch('0', entries, { idempotencyKey: 'batch' }));
  const error = await rejectionOf(call);
  expect(error).toMatchObject({
    code: 'BATCH_INCOMPLETE',
    members: [{ state: 'pending' }, { state: 'pending' }, { state: 'not-sent' }],
    cause: { resultCode: 'terNO_LINE' },
  });
  await expect(time.run(gateway.resume('0', 'batch'))).resolves.toHaveProperty('members.length', 3);
});

describe('what the open ledger would ask of it', () => {
  const underpaid = async (open_ledger_cost: unknown, code = 'tesSUCCESS') => {
    const told: unknown[] = [];
    const { gateway, node } = await Capture.start({
      onEvent: (event) => {
        if (event.type === 'underpaid') told.push(event);
      },
    });
    let times = 3;
    node.on('submit', (params) => {
      const answer = node.plainAnswer('submit', params);
      const engine_result = times-- > 0 ? code : 'tesSUCCESS';
      return { ...answer, engine_result, open_ledger_cost };
    });
    const call = gateway.submit('0', { TransactionType: 'AccountSet', Fee: '20' });
    await time.run(call);
    return told;
  };

  it.each(['tesSUCCESS', 'terQUEUED', 'telINSUF_FEE_P'])(
    'is told once where it is more than it pays (%s)',
    async (code) => {
      const told = await underpaid('5000', code);
      expect(told).toEqual([
        expect.objectContaining({ fee: '20', asked: '5000', hash: expect.any(String) }),
      ]);
    },
  );

  it.each(['20', '10', undefined, 'much', -1, 5_000, null])(
    'is not told where it is %s',
    async (cost) => {
      expect(await underpaid(cost)).toEqual([]);
    },
  );
});
