import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/core/errors.js';
import { WrongNetworkError } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from './support/capture.js';

const configs = { tickSize: 5 };

describe('a warm transfer', () => {
  it('takes one round of reads before the custody, and one message after it', async () => {
    const { gateway, node, signer } = await Capture.start();
    const destination = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
    const pay = (amount: string) => gateway.xrpTransfer('0', { destination, amount });
    await pay('1');
    node.requests.length = 0;
    // Nothing is answered before everything is asked.
    const reads = ['account_info', 'fee', 'simulate'] as const;
    let areAllAsked = () => {};
    const allAsked = new Promise<void>((resolve) => {
      areAllAsked = resolve;
    });
    for (const command of reads) {
      node.on(command, async (params) => {
        if (node.requests.length === 4) areAllAsked();
        await allAsked;
        return node.plainAnswer(command, params);
      });
    }
    const signed = signer.requests.length;
    const readBefore: string[] = [];
    const sign = signer.sign.bind(signer);
    signer.sign = (request) => {
      readBefore.push(...node.requests.map(({ command }) => command));
      return sign(request);
    };
    await pay('2');
    // One parallel batch: the account and the fee, the destination, and a trial.
    expect(readBefore).toEqual(['account_info', 'fee', 'account_info', 'simulate']);
    expect(node.requests[4]?.command).toBe('submit');
    expect(signer.requests).toHaveLength(signed + 1);
  });
});

describe('callers that share an answer', () => {
  it('are not called away with one of them', async () => {
    const { gateway, node } = await Capture.start();
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    node.on('server_state', async (params) => {
      await held;
      return node.plainAnswer('server_state', params);
    });
    const controller = new AbortController();
    const one = rejectionOf(
      gateway.accountSet('0', { configs }, { signal: controller.signal, idempotencyKey: 'one' }),
    );
    const other = gateway.accountSet('1', { configs }, { idempotencyKey: 'other' });
    controller.abort();
    expect(await one).toBeInstanceOf(AbortedError);
    go();
    await expect(other).resolves.toHaveProperty('result.validated', true);
  });

  it('each get an error of their own, which names their own key', async () => {
    const { gateway, node, signer } = await Capture.start();
    node.networkId = 9;
    const keys = ['one', 'other', 'third'];
    const errors = await Promise.all(
      keys.map((idempotencyKey, vault) =>
        rejectionOf(gateway.accountSet(String(vault % 2), { configs }, { idempotencyKey })),
      ),
    );
    expect(new Set(errors).size).toBe(keys.length);
    for (const [index, error] of errors.entries()) {
      expect(error).toBeInstanceOf(WrongNetworkError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: keys[index] } });
    }
    expect(signer.requests).toEqual([]);
  });
});
