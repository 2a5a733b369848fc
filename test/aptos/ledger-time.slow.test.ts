import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { Ledger } from '../../src/aptos/node/fullnode.js';
import { lookUp } from '../../src/aptos/node/lookup.js';
import { type Clock, systemClock } from '../../src/core/clock.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { UnexpectedAnswerError } from '../../src/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { answeringNodes } from '../support/answering-nodes.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let sandbox: Sandbox;
let signer: RecordingSigner;
beforeEach(async () => {
  sandbox = await startSandbox();
  signer = new RecordingSigner();
});
afterEach(() => sandbox.stop());

async function paying(aheadMs: number, signersTime?: () => number, clock = systemClock) {
  const altered = signersTime ? stubSigner(signer, { time: signersTime }) : signer;
  const gateway = new AptosGateway({ signer: altered, network: sandbox.aptos, clock });
  for (const vault of ['0', '1']) {
    sandbox.aptos.fund(await gateway.getAddress(vault), 100_000_000n);
  }
  const recipientAddress = await gateway.getAddress('1');
  sandbox.advanceTime(aheadMs);
  return gateway.transferMove('0', { recipientAddress, amount: 5 });
}

function fastBy(ms: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + ms };
}

/** What a look-up makes of a node whose two answers are of these times. */
function seenAt(ofHash: number, ofAccount: number) {
  const headersAt = (seconds: number) => ({
    'x-aptos-chain-id': '4',
    'x-aptos-ledger-version': '50',
    'x-aptos-ledger-timestampusec': `${seconds}000000`,
  });
  const missing = { error_code: 'transaction_not_found', message: 'none' };
  const nodes = answeringNodes('aptos', ({ pathname }) => {
    if (pathname.includes('by_hash')) {
      return Response.json(missing, { status: 404, headers: headersAt(ofHash) });
    }
    const account = { sequence_number: '7', authentication_key: '0x' };
    return Response.json(account, { headers: headersAt(ofAccount) });
  });
  const unsigned = {
    sender: `0x${'ab'.repeat(32)}`,
    sequenceNumber: 7n,
    payload: {
      kind: 'entry-function',
      function: '0x1::aptos_account::transfer',
      typeArguments: [],
      arguments: [],
    },
    maxGasAmount: 100n,
    gasUnitPrice: 100n,
    expirationTimestampSecs: 1_000n,
    chainId: 4,
  } as const;
  const transaction = { unsigned, signatories: [] };
  const ledger = new Ledger(nodes, 4);
  return lookUp({ ledger, otherKeys: undefined }, { transaction, hash: '0xab' }, {});
}

test('a transaction has expired only when both answers of a node say so', async () => {
  expect(await seenAt(1_001, 1_001)).toEqual({ state: 'expired' });
  expect(await seenAt(1_000, 9_999)).toMatchObject({ state: 'open' });
  expect(await seenAt(9_999, 1_000)).toMatchObject({ state: 'open' });
});

describe('the time that a node says it is on its ledger', () => {
  test('may be five minutes ahead', async () => {
    await paying(280_000);
    expect(signer.requests).toHaveLength(1);
  });

  test('has nothing signed that is valid for longer than that', async () => {
    const error = await rejectionOf(paying(330_000));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ retryable: true });
    expect(String(error)).toMatch(/\d+ s ahead: the node or the clock here is wrong/);
    expect(signer.requests).toEqual([]);
  });

  test('may be an hour behind', async () => {
    await paying(0, undefined, fastBy(3_500_000));
    expect(signer.requests).toHaveLength(1);
  });

  test('has nothing signed that had expired before', async () => {
    for (const signersTime of [undefined, fastBy(9_000_000).now]) {
      const error = await rejectionOf(paying(0, signersTime, fastBy(3_700_000)));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ retryable: true });
      expect(String(error)).toMatch(/3\d+ s behind: the node or the clock here is wrong/);
    }
    expect(signer.requests).toEqual([]);
    await paying(0, systemClock.now, fastBy(3_700_000));
    expect(signer.requests).toHaveLength(1);
  });

  test('is right where the signer’s clock says so too, asked again if need be', async () => {
    await paying(3_600_000, () => systemClock.now() + 3_600_000);
    expect(signer.requests).toHaveLength(1);
  });

  test('is right where the custody’s next answer says so', async () => {
    const { apiKey, apiSecret, url: basePath } = sandbox.custody;
    const custody = new FireblocksRawSigner({ apiKey, apiSecret, basePath });
    const gateway = new AptosGateway({ signer: custody, network: sandbox.aptos });
    for (const vault of ['0', '1']) {
      sandbox.aptos.fund(await gateway.getAddress(vault), 100_000_000n);
    }
    sandbox.advanceTime(3_600_000);
    const recipientAddress = await gateway.getAddress('1');
    await gateway.transferMove('0', { recipientAddress, amount: 5 });
    expect(sandbox.aptos.balanceOf(recipientAddress)).toBe(100_000_005n);
  });
});

test('an orderless transaction has not expired at once, though its only node says so', async () => {
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const custody = new FireblocksRawSigner({ apiKey, apiSecret, basePath });
  const gateway = new AptosGateway({ signer: custody, network: sandbox.aptos });
  const lying = new AptosGateway({
    signer: custody,
    network: sandbox.aptos,
    fetch: async (...asked) => {
      const answer = await fetch(...asked);
      if (!/by_hash/.test(String(asked[0]))) return answer;
      const headers = new Headers(answer.headers);
      headers.delete('content-length');
      headers.set('x-aptos-ledger-timestampusec', `${Date.now() + 9_000_000_000}000`);
      headers.set('x-aptos-oldest-block-height', '0');
      const missing = { error_code: 'transaction_not_found', message: 'none' };
      return Response.json(missing, { status: 404, headers });
    },
  });
  for (const vault of ['0', '1']) {
    sandbox.aptos.fund(await gateway.getAddress(vault), 100_000_000n);
  }
  const recipientAddress = await gateway.getAddress('1');
  const payment = { recipientAddress, amount: 5 };
  const options = { orderless: true, idempotencyKey: 'k' };
  const hurried = { ...options, confirmTimeoutMs: 500 };
  const error = await rejectionOf(lying.transferMove('0', payment, hurried));
  expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
  expect(String(error)).toMatch(/can't have expired for another \d+ s/);
  await gateway.transferMove('0', payment, options);
  expect(sandbox.aptos.balanceOf(recipientAddress)).toBe(100_000_005n);
});
