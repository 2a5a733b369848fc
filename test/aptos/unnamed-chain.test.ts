import { describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { fieldOf } from '../support/hostile-calls.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';

const TO = `0x${'ab'.repeat(32)}`;
const TOKEN = `0x${'cd'.repeat(32)}`;
/** A transfer of 1,000 octas. */
const BUILT_ELSEWHERE =
  '0x7bbeea91bcf59a54a7f4373ae06ad3c7fede72a69773b21bb538ae42b6a3094b000000000000000002000000' +
  '00000000000000000000000000000000000000000000000000000000010d6170746f735f6163636f756e740874' +
  '72616e73666572000220abababababababababababababababababababababababababababababababab08e803' +
  '000000000000d0070000000000006400000000000000005786f40000000004';
const pay = { transactionType: 'transfer', params: { to: TO, amount: 1n } };

/** What a node answers about its chain. */
function answerOf(chainId: number | undefined): Response {
  const headers = {
    'x-aptos-chain-id': String(chainId),
    'x-aptos-ledger-version': '1',
    'x-aptos-ledger-timestampusec': '1',
  };
  return Response.json(
    { chain_id: chainId, ledger_version: '1', ledger_timestamp: '1' },
    { headers },
  );
}

/** A gateway of a chain whose id only its nodes say, and everybody that it has asked. */
function gatewayOf(chainId?: number) {
  const asked: string[] = [];
  const signer = new RecordingSigner('unnamed');
  const fetch = async (url: string) => {
    asked.push(url);
    return chainId === undefined ? Response.json({}, { status: 503 }) : answerOf(chainId);
  };
  const network = { fullnodeUrl: 'https://node.example/v1' };
  const gateway = new AptosGateway({ signer, network, fetch, retry: { attempts: 1 } });
  return { gateway, asked: () => [...signer.calls, ...asked] };
}

/** A call as plain JavaScript would make it. */
function call({ gateway }: ReturnType<typeof gatewayOf>, method: string, ...given: unknown[]) {
  const called: Promise<unknown> = Reflect.apply(Reflect.get(gateway, method), gateway, given);
  return called;
}

/** The field that is wrong, the method, and what it is given after the vault account. */
type Wrong = readonly [field: string, method: string, given: unknown, options?: unknown];

const OPTIONS = [
  ['foo', { foo: 1 }],
  ['maxFee', { maxFee: 5 }],
  ['idempotencyKey', { idempotencyKey: '' }],
] as const;
const WRONG: readonly Wrong[] = [
  ['to', 'transfer', { to: 'nope', amount: 1n }],
  ['to', 'transfer', { to: 'nope', amount: '1 APT' }],
  ['amount', 'transfer', { to: TO, amount: -1n }],
  ['amount', 'transfer', { to: TO, amount: '1.5' }],
  ['amount', 'transfer', { to: TO, amount: '1.5 XRP' }],
  ['amount', 'transfer', { to: TO, amount: '1.123456789 MOVE' }],
  ['foo', 'transfer', { to: TO, amount: 1n, foo: 1 }],
  ['recipientAddress', 'transferMove', { recipientAddress: 'nope', amount: 1 }],
  ['function', 'transferMove', { function: 'nope' }],
  ['token', 'transferToken', { to: TO, amount: 1n, token: 'nope' }],
  ['tokenType', 'transferToken', { recipientAddress: TO, amount: 1, tokenType: 'nope' }],
  ['transaction', 'submit', 'zz'],
  ['transactions', 'submitBatch', []],
  ['transactions[0].transactionType', 'submitBatch', [{ ...pay, transactionType: 'nope' }]],
  ['transactions[1].params.foo', 'submitBatch', [pay, { ...pay, params: { foo: 1 } }]],
  ['idempotencyKey', 'resume', ''],
  ['idempotencyKey', 'cancel', ''],
  ['operation', 'preview', 'nope', {}],
  ['foo', 'preview', 'transfer', { to: TO, amount: 1n, foo: 1 }],
  ...OPTIONS.flatMap(([field, options]): Wrong[] => [
    [field, 'transfer', { to: TO, amount: 1n }, options],
    [field, 'transferMove', { recipientAddress: TO, amount: 1 }, options],
    [field, 'transferToken', { to: TO, amount: 1n, token: TOKEN }, options],
    [field, 'submitBatch', [pay], options],
  ]),
  ['foo', 'resume', 'a-key', { foo: 1 }],
  ['foo', 'cancel', 'a-key', { foo: 1 }],
];

describe('where only a node can say which chain it is', () => {
  test.each(WRONG.map((wrong) => ({ wrong, name: `${wrong[0]} in ${wrong[1]}` })))(
    'a wrong $name is refused before one is asked',
    async ({ wrong: [field, method, ...given] }) => {
      const opened = gatewayOf();
      expect(await fieldOf(call(opened, method, '0', ...given))).toBe(field);
      expect(opened.asked()).toEqual([]);
    },
  );

  const ABOUT_A_VAULT: readonly (readonly [method: string, ...given: unknown[]])[] = [
    ['transfer', pay.params],
    ['transferMove', { recipientAddress: TO, amount: 1 }],
    ['transferToken', { to: TO, amount: 1n, token: TOKEN }],
    ['submitBatch', [pay]],
    ['submit', BUILT_ELSEWHERE],
    ['resume', 'a-key'],
    ['cancel', 'a-key'],
    ['pending'],
    ['preview', 'transfer', pay.params],
    ['getBalances'],
    ['getTransactions'],
    ['getBalance'],
    ['getCoinsData'],
    ['getPublicKey'],
    ['getAddress'],
  ];
  test.each(ABOUT_A_VAULT.map(([method, ...given]) => ({ method, given })))(
    '$method of no vault account is refused before one is asked',
    async ({ method, given }) => {
      for (const id of ['', ' ', 5, undefined, null]) {
        const opened = gatewayOf();
        expect(await fieldOf(call(opened, method, id, ...given))).toBe('vaultAccountId');
        expect(opened.asked()).toEqual([]);
      }
    },
  );

  test.each([
    ['a transfer', 'transfer', { to: TO, amount: '1 MOVE' }, 'amount'],
    [
      'a batch',
      'submitBatch',
      [{ ...pay, params: { to: TO, amount: '1 MOVE' } }],
      'transactions[0].params.amount',
    ],
  ])('%s in another chain’s coin is refused once it is known', async (_, method, given, field) => {
    const opened = gatewayOf(2);
    expect(await fieldOf(call(opened, method, '0', given))).toBe(field);
    expect(opened.asked()).toHaveLength(1);
  });

  test.each(['resume', 'cancel'])('%s asks for it with a good key', async (method) => {
    const opened = gatewayOf();
    expect(await rejectionOf(call(opened, method, '0', 'a-key'))).toMatchObject({
      transaction: { idempotencyKey: 'a-key' },
    });
    expect(opened.asked()).toHaveLength(1);
  });
});

describe('of several operators', () => {
  /** A gateway whose two operators say which chain they are of. */
  function between(...chainIds: readonly number[]) {
    const signer = new RecordingSigner('unnamed');
    const fetch = async (url: string) => answerOf(chainIds[Number(new URL(url).host[0])]);
    const fullnodeUrl = chainIds.map((_, index) => ({
      url: `https://${index}.example/v1`,
      operator: `${index}`,
    }));
    const gateway = new AptosGateway({
      signer,
      network: { fullnodeUrl },
      fetch,
      retry: { attempts: 1 },
    });
    return { gateway, signer };
  }

  test('one does not choose the chain that is signed for', async () => {
    for (const chainIds of [
      [1, 4],
      [4, 1],
    ]) {
      const { gateway, signer } = between(...chainIds);
      const error = await rejectionOf(gateway.transfer('0', { to: TO, amount: 1n }));
      expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', retryable: true });
      expect(String(error)).toContain('fewer than 2 operators say the same');
      expect(signer.requests).toEqual([]);
    }
  });

  test('two choose it', async () => {
    const { gateway } = between(4, 4);
    expect(await gateway.getAddress('0')).toMatch(/^0x/);
  });
});
