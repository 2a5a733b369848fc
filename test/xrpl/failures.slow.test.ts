import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type GatewayError,
  TransactionBlockedError,
  TransactionFailedError,
  TransactionRefusedError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import type { FaultEffect } from '../../src/sandbox/index.js';
import type { XrplTransactionResult } from '../../src/xrpl/index.js';
import { rejectionOf, sequencesOf } from '../support/world.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

const hash = expect.stringMatching(/^[0-9A-F]{64}$/);

describe.each(TRANSPORTS)('over %s', (transport) => {
  let world: LedgerWorld;

  beforeEach(async () => {
    world = await newLedgerWorld(transport);
  });
  afterEach(() => world.stop());

  const set = (options = {}) =>
    world.gateway.accountSet('0', { configs: { tickSize: 5 } }, options);
  const atSubmission = (effect: FaultEffect, times = 1) =>
    world.sandbox.inject({ server: 'xrpl', command: 'submit', times, effect });
  const answering = (result: string): FaultEffect => ({ kind: 'engine-result', result });

  /** One approval, one transaction on the ledger. */
  function expectOnce(): void {
    expect(world.sandbox.custody.transactions).toHaveLength(1);
    expect(sequencesOf(world.sandbox, world.addressOf('0'))).toHaveLength(1);
  }

  describe('a tec code is a failure with the ledger’s result inside', () => {
    const token = (value: string) => ({ currency: 'USD', issuer: world.addressOf('1'), value });
    const failures: readonly (readonly [string, string, () => Promise<unknown>])[] = [
      [
        'tokenTransfer',
        'tecPATH_DRY',
        () =>
          world.gateway.tokenTransfer('0', {
            destination: world.addressOf('1'),
            amount: token('1'),
          }),
      ],
      [
        'xrpTransfer',
        'tecNO_DST_INSUF_XRP',
        () =>
          world.gateway.xrpTransfer(
            '0',
            { destination: world.addressOf('9'), amount: '0.5' },
            { native: false },
          ),
      ],
      [
        'offerCreate',
        'tecUNFUNDED_OFFER',
        () => world.gateway.offerCreate('0', { sellAmount: token('1'), buyAmount: '5' }),
      ],
      [
        'credentialAccept',
        'tecNO_ENTRY',
        () =>
          world.gateway.credentialAccept('0', {
            issuer: world.addressOf('1'),
            credentialType: 'AB',
          }),
      ],
      [
        'executeTransaction',
        'tecNO_DST',
        () =>
          world.gateway.executeTransaction({
            vaultAccountId: '0',
            transactionType: 'trustSet',
            params: {
              limitAmount: { currency: 'USD', issuer: world.addressOf('9'), value: '1' },
            },
          }),
      ],
    ];

    it.each(failures)('%s: %s', async (_, code, act) => {
      const error = await rejectionOf(act());
      expect(error).toBeInstanceOf(TransactionFailedError);
      const { resultCode, result, transaction } =
        error as TransactionFailedError<XrplTransactionResult>;
      expect(resultCode).toBe(code);
      expect(result.result.meta.TransactionResult).toBe(code);
      expect(transaction).toMatchObject({
        hash: result.result.hash,
        custodyId: expect.any(String),
      });
      for (const gateway of [world.gateway, world.other]) {
        const { hash } = result.result;
        expect(await gateway.getTransaction(hash)).toEqual({ ...result, id: expect.any(Number) });
      }
      const key = transaction?.idempotencyKey ?? '';
      const again = await rejectionOf(world.other.resume('0', key));
      expect(again).toMatchObject({ resultCode: code, result: { result: result.result } });
      expectOnce();
    });
  });

  it.each<readonly [string, readonly (readonly [FaultEffect, number])[]]>([
    ['telCAN_NOT_QUEUE', [[answering('telCAN_NOT_QUEUE'), 1]]],
    ['terPRE_SEQ', [[answering('terPRE_SEQ'), 1]]],
    [
      'tefPAST_SEQ when it is in',
      [
        [{ kind: 'lose-answer' }, 1],
        [answering('tefPAST_SEQ'), 3],
      ],
    ],
    [
      'tefALREADY when it is in',
      [
        [{ kind: 'lose-answer' }, 1],
        [answering('tefALREADY'), 3],
      ],
    ],
    [
      'tefMAX_LEDGER when it is in',
      [
        [{ kind: 'lose-answer' }, 1],
        [answering('tefMAX_LEDGER'), 3],
      ],
    ],
    ['a connection that is lost before', [[{ kind: 'drop' }, 1]]],
    ['an answer that is lost', [[{ kind: 'lose-answer' }, 1]]],
    ['a node that is busy', [[{ kind: 'rpc-error', error: 'tooBusy' }, 1]]],
    ['a node that loses touch', [[{ kind: 'rpc-error', error: 'noNetwork' }, 1]]],
    ['a node that is out of sync', [[{ kind: 'rpc-error', error: 'notSynced' }, 1]]],
  ])('%s is no failure, and nothing is done twice', async (_, faults) => {
    for (const [effect, times] of faults) atSubmission(effect, times);
    await expect(set()).resolves.toHaveProperty('result.meta.TransactionResult', 'tesSUCCESS');
    expectOnce();
  });

  it('terQUEUED is waited for', async () => {
    world.sandbox.xrpl.setFees({ openLedgerFee: 5_000n });
    const call = set({ maxFee: 1_000n });
    const submitted = () => world.events.find(({ type }) => type === 'submitted');
    await expect.poll(submitted).toMatchObject({ code: 'terQUEUED' });
    world.sandbox.xrpl.setFees({ openLedgerFee: 10n });
    await expect(call).resolves.toHaveProperty('result.validated', true);
    expectOnce();
  });

  it('temMALFORMED is a refusal, with hash and key', async () => {
    atSubmission(answering('temMALFORMED'));
    const error = await rejectionOf(set({ idempotencyKey: 'refused' }));
    expect(error).toBeInstanceOf(TransactionRefusedError);
    expect(error).toMatchObject({
      resultCode: 'temMALFORMED',
      retryable: true,
      transaction: { idempotencyKey: 'refused', hash },
    });
  });

  it.each(['tefBAD_AUTH', 'tefMASTER_DISABLED', 'terNO_LINE'])(
    '%s leaves it open, with hash and key, and it lands once that is cured',
    async (code) => {
      atSubmission(answering(code));
      const error = await rejectionOf(set({ idempotencyKey: 'open' }));
      expect(error).toBeInstanceOf(TransactionBlockedError);
      expect(error).toMatchObject({
        status: 'pending',
        resultCode: code,
        transaction: { idempotencyKey: 'open', hash },
      });
      await expect(set({ idempotencyKey: 'open' })).resolves.toHaveProperty('result.validated');
      expectOnce();
    },
  );

  it('a node that stays away leaves it open, with hash and key', async () => {
    atSubmission({ kind: 'drop' }, 1_000);
    const error = await rejectionOf(set({ idempotencyKey: 'away', confirmTimeoutMs: 100 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect((error as GatewayError).transaction).toMatchObject({ idempotencyKey: 'away', hash });
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });
});
