import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AptosGateway, type AptosTransactionOptions } from '../../src/aptos/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

const NOBODY = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';

let sandbox: Sandbox;
let signer: RecordingSigner;
/** The bodies and paths of what the nodes were asked. */
let asked: string[];
/** What a node says in place of its answer. */
let retold: (question: string, answer: unknown) => unknown;
beforeEach(async () => {
  sandbox = await startSandbox();
  signer = new RecordingSigner('balances');
  asked = [];
  retold = (_, answer) => answer;
});
afterEach(() => sandbox.stop());

const watched: typeof fetch = async (input, init) => {
  const question = `${input} ${typeof init?.body === 'string' ? init.body : ''}`;
  asked.push(question);
  const response = await fetch(input, init);
  const text = await response.text();
  const { status, headers } = response;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return new Response(text, { status, headers });
  }
  return new Response(JSON.stringify(retold(question, answer)), { status, headers });
};

const xrpl = async () => {
  const { url, networkId } = sandbox.xrpl;
  const gateway = new XrplGateway({ signer, network: { url, networkId }, fetch: watched });
  for (const id of ['0', '2']) sandbox.xrpl.fund(await gateway.getAddress(id), 100_000_000n);
  return gateway;
};
const aptos = async () => {
  const gateway = new AptosGateway({ signer, network: sandbox.aptos, fetch: watched });
  sandbox.aptos.fund(await gateway.getAddress('0'), 100_000_000n);
  return gateway;
};
const stacks = async () => {
  const { url } = sandbox.stacks;
  const network = { network: 'testnet', url } as const;
  const gateway = new StacksGateway({ signer, network, fetch: watched });
  sandbox.stacks.fund(await gateway.getAddress('0'), 100_000_000n);
  return gateway;
};
const simulations = () => asked.filter((question) => question.includes('simulate')).length;

describe('on the XRP Ledger, what a dry run of the bytes changes', () => {
  const params = { destination: NOBODY, amount: '25', destinationTag: 7 };

  test('of XRP, with exactly the fee that is signed', async () => {
    const gateway = await xrpl();
    const { balances, transactions } = await gateway.preview('0', 'xrpTransfer', params);
    const fee = BigInt(transactions[0]?.transaction.Fee ?? 0);
    const after = `${75_000_000n - fee}`;
    expect(balances).toEqual([{ asset: 'XRP', before: '100000000', after }]);
  });

  test('of a token, from both of its sides', async () => {
    const gateway = await xrpl();
    const [holder, issuer] = [await gateway.getAddress('0'), await gateway.getAddress('2')];
    const limitAmount = { currency: 'USD', issuer, value: '1000' };
    await gateway.trustSet('0', { limitAmount });
    const issued = { destination: holder, amount: { ...limitAmount, value: '12.5' } };
    const { balances } = await gateway.preview('2', 'tokenTransfer', issued);
    const owed = { asset: `USD.${holder}`, before: '0', after: '-12.5' };
    expect(balances).toEqual([expect.objectContaining({ asset: 'XRP' }), owed]);
    await gateway.tokenTransfer('2', issued);
    const back = { destination: issuer, amount: { ...limitAmount, value: '2.5' } };
    const { balances: returned } = await gateway.preview('0', 'tokenTransfer', back);
    const had = { asset: `USD.${issuer}`, before: '12.5', after: '10' };
    expect(returned).toEqual([expect.objectContaining({ asset: 'XRP' }), had]);
  });

  test('and nothing where no node may try it, or it would fail', async () => {
    const gateway = await xrpl();
    const issuer = await gateway.getAddress('2');
    const offer = { sellAmount: '1', buyAmount: { currency: 'USD', issuer, value: '1' } };
    expect(await gateway.preview('0', 'offerCreate', offer)).not.toHaveProperty('balances');
    const off = await gateway.preview('0', 'xrpTransfer', params, { trial: 'off' });
    expect(off).not.toHaveProperty('balances');
    const batch = [{ transactionType: 'xrpTransfer' as const, params }];
    expect(await gateway.preview('0', 'submitBatch', batch)).not.toHaveProperty('balances');
    expect(simulations()).toBe(0);
    const toNew = { destination: await gateway.getAddress('1'), amount: '0.000001' };
    const failing = await gateway.preview('0', 'xrpTransfer', toNew);
    expect(failing).toHaveProperty('concern');
    expect(failing).not.toHaveProperty('balances');
  });

  test('and nothing of a node that makes no sense', async () => {
    const gateway = await xrpl();
    const account = await gateway.getAddress('0');
    const root = (balance: unknown, before: unknown = '100000000') => ({
      ModifiedNode: {
        LedgerEntryType: 'AccountRoot',
        FinalFields: { Account: account, Balance: balance },
        PreviousFields: { Balance: before },
      },
    });
    const line = (currency: unknown, value: unknown) => ({
      CreatedNode: {
        LedgerEntryType: 'RippleState',
        NewFields: {
          Balance: { currency, value },
          LowLimit: { issuer: account },
          HighLimit: { issuer: NOBODY },
        },
      },
    });
    for (const nodes of [
      undefined,
      'many',
      [],
      [null],
      [{}],
      [root(-1)],
      [root('1e9')],
      [root('75000000', 1)],
      [root('75000000'), line('U\u202eD', '1')],
      [root('75000000'), line('XRP', '1')],
      [root('75000000'), line('USD', 'much')],
      [root('75000000'), { CreatedNode: { LedgerEntryType: 'MPToken', NewFields: 1 } }],
    ]) {
      retold = (question, answer) =>
        question.includes('simulate')
          ? { result: { engine_result: 'tesSUCCESS', meta: { AffectedNodes: nodes } } }
          : answer;
      const preview = await gateway.preview('0', 'xrpTransfer', params);
      expect([nodes, preview.balances]).toEqual([nodes, undefined]);
      expect(preview.summary).toMatch(/^Pay 25 XRP/);
    }
  });

  test('for which a transaction asks nothing more', async () => {
    const gateway = await xrpl();
    await gateway.xrpTransfer('0', params);
    expect(simulations()).toBe(1);
  });
});

describe('on Aptos, what a trial of the bytes changes', () => {
  test('of the native coin', async () => {
    const gateway = await aptos();
    const params = { recipientAddress: await gateway.getAddress('1'), amount: 1_000 };
    const { balances, transactions } = await gateway.preview('0', 'transferMove', params);
    expect(balances).toMatchObject([{ asset: '0xa', before: '100000000' }]);
    const after = BigInt(balances?.[0]?.after ?? 0);
    const [explained] = transactions;
    expect(100_000_000n - 1_000n - after).toBeGreaterThan(0n);
    expect(100_000_000n - 1_000n - after).toBeLessThanOrEqual(explained?.fee?.units ?? 0n);
  });

  test('of a token', async () => {
    const gateway = await aptos();
    const asset = sandbox.aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
    sandbox.aptos.mint(asset, await gateway.getAddress('0'), 5_000_000n);
    const to = await gateway.getAddress('1');
    const params = { token: asset, to, amount: '1.5 tokens' } as const;
    const { balances } = await gateway.preview('0', 'transferToken', params);
    expect(balances).toContainEqual({ asset, before: '5000000', after: '3500000' });
  });

  test('and nothing where it is not tried, or of a node that makes no sense', async () => {
    const gateway = await aptos();
    const params = { recipientAddress: await gateway.getAddress('1'), amount: 1_000 };
    const untried = { simulate: false, maxGasAmount: 1_000 };
    expect(await gateway.preview('0', 'transferMove', params, untried)).not.toHaveProperty(
      'balances',
    );
    expect(simulations()).toBe(0);
    const type = '0x1::fungible_asset::FungibleStore';
    const data = { type, data: { balance: 'much', metadata: { inner: '0xa' } } };
    for (const changes of [undefined, 7, [], [{ type: 'write_resource', address: '0x1', data }]]) {
      retold = (question, answer) =>
        question.includes('simulate') && Array.isArray(answer)
          ? [{ ...answer[0], changes }]
          : answer;
      const preview = await gateway.preview('0', 'transferMove', params);
      expect([changes, preview.balances]).toEqual([changes, undefined]);
    }
    retold = (question, answer) => (question.includes('/resource/') ? { data: 7 } : answer);
    expect(await gateway.preview('0', 'transferMove', params)).not.toHaveProperty('balances');
  });

  test('of an orderless transaction, with no nonce: the call draws another', async () => {
    const gateway = await aptos();
    const params = { recipientAddress: await gateway.getAddress('1'), amount: 1_000 };
    const options: AptosTransactionOptions = { orderless: true };
    const preview = await gateway.preview('0', 'transferMove', params, options);
    expect(preview).not.toHaveProperty('number');
    const [explained] = preview.transactions;
    expect(explained?.transaction.payload).toMatchObject({ kind: 'inner' });
    expect(explained?.transaction.payload).not.toHaveProperty('replayProtectionNonce');
    expect(preview.balances).toMatchObject([{ asset: '0xa', before: '100000000' }]);
    expect(await gateway.preview('0', 'transferMove', params)).toHaveProperty('number', '0');
  });

  test('for which a transaction asks nothing more', async () => {
    const gateway = await aptos();
    const params = { recipientAddress: await gateway.getAddress('1'), amount: 1_000 };
    await gateway.transferMove('0', params);
    expect(asked.filter((question) => question.includes('/resource/'))).toEqual([]);
  });
});

describe('on Stacks, what a transfer leaves', () => {
  test('of STX, less the fee', async () => {
    const gateway = await stacks();
    const to = await gateway.getAddress('1');
    const { balances, transactions } = await gateway.preview('0', 'transfer', {
      to,
      amount: '1.5 STX',
    });
    const [{ fee } = { fee: undefined }] = transactions;
    const after = `${98_500_000n - (fee?.units ?? 0n)}`;
    expect(balances).toEqual([{ asset: 'STX', before: '100000000', after }]);
  });

  test('of a token', async () => {
    const gateway = await stacks();
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, await gateway.getAddress('0'), 100n);
    const to = await gateway.getAddress('1');
    const params = { token: 'sBTC', to, amount: 30n } as const;
    const { balances } = await gateway.preview('0', 'transferToken', params);
    expect(balances).toMatchObject([
      { asset: 'STX', before: '100000000' },
      { asset: sbtc, before: '100', after: '70' },
    ]);
  });

  test('and nothing while another one waits ahead of it, whose effect nobody has added', async () => {
    const gateway = await stacks();
    const to = await gateway.getAddress('1');
    sandbox.stacks.pauseBlocks();
    const first = { to, amount: '90 STX' } as const;
    const error = await rejectionOf(gateway.transfer('0', first, { confirmTimeoutMs: 0 }));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
    const second = await gateway.preview('0', 'transfer', { to, amount: '50 STX' });
    expect(second.number).toBe('1');
    expect(second).not.toHaveProperty('balances');
  });

  test('and nothing of other calls, or where the node’s answers can’t be', async () => {
    const gateway = await stacks();
    const { Cl } = await import('@stacks/transactions');
    const [contract = ''] = sandbox.stacks.contracts.sbtc.split('::');
    const [own, to] = [await gateway.getAddress('0'), await gateway.getAddress('1')];
    const call = await gateway.preview(
      '0',
      'callContract',
      {
        contract,
        functionName: 'transfer',
        functionArgs: [Cl.uint(1), Cl.principal(own), Cl.principal(to), Cl.none()],
        postConditionMode: 'allow',
      },
      { trial: 'off' },
    );
    expect(call).not.toHaveProperty('balances');
    let reads = 0;
    retold = (question, answer) => {
      if (!question.includes('/v2/accounts/') || ++reads === 1) return answer;
      return { ...(answer as object), balance: '0x00000000000000000000000000000001' };
    };
    const poor = await gateway.preview('0', 'transfer', { to, amount: '1.5 STX' });
    expect(reads).toBeGreaterThan(1);
    expect(poor).not.toHaveProperty('balances');
  });
});
