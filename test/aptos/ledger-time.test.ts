import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { systemClock } from '../../src/core/clock.js';
import { UnexpectedAnswerError } from '../../src/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { bentSigner } from '../support/bent-signer.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;
let signer: RecordingSigner;
beforeEach(async () => {
  sandbox = await startSandbox();
  signer = new RecordingSigner();
});
afterEach(() => sandbox.stop());

async function paying(aheadMs: number, signersTime?: () => number) {
  const bent = signersTime ? bentSigner(signer, { time: signersTime }) : signer;
  const gateway = new AptosGateway({ signer: bent, network: sandbox.aptos });
  for (const vault of ['0', '1']) {
    sandbox.aptos.fund(await gateway.getAddress(vault), 100_000_000n);
  }
  const recipientAddress = await gateway.getAddress('1');
  sandbox.advanceTime(aheadMs);
  return gateway.transferMove('0', { recipientAddress, amount: 5 });
}

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

  test('is right where the signer’s clock says so too', async () => {
    await paying(3_600_000, () => systemClock.now() + 3_600_000);
    expect(signer.requests).toHaveLength(1);
  });
});
