import { FireblocksSDK } from 'fireblocks-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AptosGateway, type TransactionEvent } from '../../src/aptos/index.js';
import { AbortedError, UnexpectedAnswerError } from '../../src/core/errors.js';
import { CustodyNotFoundError, CustodyPermissionError } from '../../src/fireblocks/index.js';
import { type Fault, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { byAsset, byPath, eddsa, FakeCustody, signerOn, signerWith } from '../support/custody.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'vault accounts' });
  sandbox.aptos.fund(sandbox.aptos.addressOfKey(keyOf('0')), 1_000_000_000n);
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.custody.clearMessages());

/** Beyond what the sandbox has. */
const NOBODYS = '4711';

const keyOf = (vault: string) =>
  sandbox.custody.publicKeyOf({
    path: [44, 637, Number(vault), 0, 0],
    algorithm: 'MPC_EDDSA_ED25519',
  });
const asked = () => sandbox.custody.messages.map(({ path = '' }) => path.split('?')[0]);
const lookUps = () => asked().filter((path) => /^\/v1\/vault\/accounts\/\d+$/.test(path ?? ''));

const forbidden: Fault = {
  server: 'custody',
  method: 'GET',
  path: /^\/v1\/vault\/accounts\/\d+$/,
  times: 1,
  effect: { kind: 'answer', status: 403, body: { message: 'no', code: -8 } },
};

const aptosOn = (signer = signerOn(sandbox), more: object = {}) =>
  new AptosGateway({ signer, network: sandbox.aptos, ...more });

describe('a vault account that does not exist', () => {
  const gateways = () => {
    const signer = signerOn(sandbox);
    const { url, networkId } = sandbox.xrpl;
    return [
      ['xrpl', new XrplGateway({ signer, network: { url, networkId } })],
      ['aptos', aptosOn(signer)],
      ['stacks', new StacksGateway({ signer, network: sandbox.stacks, strict: true })],
    ] as const;
  };

  it('is told in the same way on every chain, and no address of it is shown', async () => {
    for (const [chain, gateway] of gateways()) {
      for (const question of [
        () => gateway.getAddress(NOBODYS),
        () => gateway.getPublicKey(NOBODYS),
      ]) {
        const error = await rejectionOf(question());
        expect(error, chain).toBeInstanceOf(CustodyNotFoundError);
        expect(error).toMatchObject({
          code: 'CUSTODY_NOT_FOUND',
          details: { status: 404, custodyCode: 1004 },
        });
      }
    }
  });

  it('is paid from, and named as one that signs too, in vain', async () => {
    const gateway = aptosOn();
    const params = { recipientAddress: `0x${'ab'.repeat(32)}`, amount: 1 };
    for (const question of [
      () => gateway.transferMove(NOBODYS, params),
      () => gateway.transferMove('0', params, { feePayerVaultAccountId: NOBODYS }),
      () => gateway.getBalance(NOBODYS),
    ]) {
      expect(await rejectionOf(question())).toBeInstanceOf(CustodyNotFoundError);
    }
    expect(asked()).not.toContain('/v1/transactions');
  });

  it('is found once it is made', async () => {
    const gateway = aptosOn();
    // The sandbox has a hundred.
    const next = '100';
    await rejectionOf(gateway.getAddress(next));
    const { apiKey, apiSecret, url } = sandbox.custody;
    expect(await new FireblocksSDK(apiSecret, apiKey, url).createVaultAccount('new')).toMatchObject(
      {
        id: next,
      },
    );
    expect(await gateway.getAddress(next)).toBe(sandbox.aptos.addressOfKey(keyOf(next)));
  });
});

describe('whether a vault account exists', () => {
  it('is asked beside its key, once for all gateways of a signer', async () => {
    const signer = signerOn(sandbox);
    const gateways = [aptosOn(signer), aptosOn(signer)];
    for (const gateway of gateways) {
      await Promise.all([gateway.getAddress('1'), gateway.getAddress('1')]);
    }
    expect(asked().sort()).toEqual(['/v1/vault/accounts/1', '/v1/vault/public_key_info']);
    await gateways[0]?.getAddress('2');
    expect(lookUps()).toEqual(['/v1/vault/accounts/1', '/v1/vault/accounts/2']);
  });

  it('is not asked where the address is pinned, or the key', async () => {
    const addresses = { '1': sandbox.aptos.addressOfKey(keyOf('1')) };
    await aptosOn(signerOn(sandbox), { addresses }).getAddress('1');
    await aptosOn(signerOn(sandbox, { publicKeys: () => keyOf('1') })).getAddress('1');
    expect(lookUps()).toEqual([]);
  });

  it('follows from the key itself by asset', async () => {
    const signer = signerOn(sandbox);
    expect(await signer.confirmAccount(byAsset('1'))).toBe(true);
    expect(asked()).toEqual([]);
    expect(await rejectionOf(signer.getPublicKey(byAsset(NOBODYS)))).toMatchObject({
      details: { custodyCode: 1004 },
    });
  });

  it('is no failure where the API user may not look, but an event, once', async () => {
    const events: TransactionEvent[] = [];
    const gateway = aptosOn(undefined, {
      onEvent: (event: TransactionEvent) => events.push(event),
    });
    sandbox.inject(forbidden);
    const address = await gateway.getAddress('0');
    const params = { recipientAddress: `0x${'ab'.repeat(32)}`, amount: 1 };
    for (const key of ['one', 'two']) {
      await gateway.transferMove('0', params, { idempotencyKey: key });
    }
    const told = events.filter(({ type }) => type === 'vault-unconfirmed');
    expect(told).toMatchObject([{ vaultAccountId: '0', address, idempotencyKey: 'one' }]);
    expect(lookUps()).toHaveLength(1);
    events.length = 0;
    const other = aptosOn(undefined, { onEvent: (event: TransactionEvent) => events.push(event) });
    await other.transferMove('0', params);
    expect(events.some(({ type }) => type === 'vault-unconfirmed')).toBe(false);
  });

  it('is asked again after a failure', async () => {
    const signer = signerOn(sandbox, { retry: { attempts: 1 } });
    const unavailable = { kind: 'answer', status: 503 } as const;
    sandbox.inject({ ...forbidden, effect: unavailable });
    expect(await rejectionOf(signer.confirmAccount(eddsa('3')))).toMatchObject({ retryable: true });
    expect(await signer.confirmAccount(eddsa('3'))).toBe(true);
    expect(await rejectionOf(signer.confirmAccount(eddsa(NOBODYS)))).toBeInstanceOf(
      CustodyNotFoundError,
    );
    expect(await rejectionOf(signer.confirmAccount(eddsa('05')))).toMatchObject({
      field: 'vaultAccountId',
    });
  });

  it('is not told by an answer about another', async () => {
    const client = new FakeCustody();
    client.getVaultAccount = async () => ({ id: '8' });
    const error = await rejectionOf(signerWith(client).confirmAccount(byPath('7')));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
  });

  it('is waited for no longer than its caller wants, and by all who ask', async () => {
    const client = new FakeCustody();
    let answer: (account: { id: string }) => void = () => undefined;
    let reads = 0;
    client.getVaultAccount = () =>
      new Promise((resolve) => {
        reads += 1;
        answer = resolve;
      });
    const signer = signerWith(client);
    const controller = new AbortController();
    const hasty = signer.confirmAccount(byPath('7'), { signal: controller.signal });
    const patient = signer.confirmAccount(byPath('7'));
    controller.abort();
    expect(await rejectionOf(hasty)).toBeInstanceOf(AbortedError);
    answer({ id: '7' });
    expect(await patient).toBe(true);
    expect(reads).toBe(1);
  });

  it('is no word of a custody that does not know the API user', async () => {
    const client = new FakeCustody();
    client.getVaultAccount = async () => {
      throw new CustodyPermissionError({ status: 403 });
    };
    expect(await signerWith(client).confirmAccount(byPath('7'))).toBe(false);
  });
});
