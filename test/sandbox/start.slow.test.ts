import { createPublicKey, verify } from 'node:crypto';
import { Fireblocks } from '@fireblocks/ts-sdk';
import { FireblocksSDK, PeerType, TransactionOperation } from 'fireblocks-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, Wallet } from 'xrpl';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 150, seed: 'start' });
});

afterAll(() => sandbox.stop());

const digest = '7b'.repeat(32);

describe('startSandbox', () => {
  it('signs raw messages for the older vendor SDK', async () => {
    const { url, apiKey, apiSecret } = sandbox.custody;
    const sdk = new FireblocksSDK(apiSecret, apiKey, url);
    const { id, status } = await sdk.createTransaction({
      operation: TransactionOperation.RAW,
      assetId: 'XRP_TEST',
      source: { type: PeerType.VAULT_ACCOUNT, id: '3' },
      extraParameters: { rawMessageData: { messages: [{ content: digest }] } },
    });
    expect(status).toBe('SUBMITTED');
    const transaction = await sdk.getTransactionById(id);
    expect(transaction.status).toBe('COMPLETED');
    const [message] = transaction.signedMessages ?? [];
    expect(message?.derivationPath).toEqual([44, 1, 3, 0, 0]);
    expect(message?.publicKey).toBe(
      sandbox.custody.publicKeyOf({ vaultAccountId: '3', assetId: 'XRP_TEST' }),
    );
  });

  it('signs messages by path for the newer vendor SDK', async () => {
    const { url, apiKey, apiSecret } = sandbox.custody;
    const sdk = new Fireblocks({ apiKey, secretKey: apiSecret, basePath: `${url}/v1` });
    const content = Buffer.from('any length will do').toString('hex');
    const { data: created } = await sdk.transactions.createTransaction({
      transactionRequest: {
        operation: 'RAW',
        source: { type: 'VAULT_ACCOUNT' },
        externalTxId: 'by-path',
        extraParameters: {
          rawMessageData: {
            algorithm: 'MPC_EDDSA_ED25519',
            messages: [{ content, derivationPath: [44, 637, 5, 0, 0] }],
          },
        },
      },
    });
    const { data } = await sdk.transactions.getTransactionByExternalId({ externalTxId: 'by-path' });
    expect(data.id).toBe(created.id);
    const [message] = data.signedMessages ?? [];
    const spki = Buffer.from(`302a300506032b6570032100${message?.publicKey}`, 'hex');
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const signature = Buffer.from(message?.signature?.fullSig ?? '', 'hex');
    expect(verify(null, Buffer.from(content, 'hex'), key, signature)).toBe(true);
  });

  it('takes a payment of the xrpl package to a validated ledger', async () => {
    const wallet = Wallet.generate();
    const destination = sandbox.custody.addressOf('0', 'XRP_TEST');
    await sandbox.xrpl.fund(wallet.classicAddress, 1_000_000_000n);
    const client = new Client(sandbox.xrpl.webSocketUrl);
    await client.connect();
    const { result } = await client.submitAndWait(
      {
        TransactionType: 'Payment',
        Account: wallet.classicAddress,
        Destination: destination,
        Amount: '25000000',
      },
      { wallet },
    );
    expect(result.validated).toBe(true);
    expect(sandbox.xrpl.balanceOf(destination)).toBe(25_000_000n);
    await client.disconnect();
  });
});
