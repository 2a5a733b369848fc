import * as z from 'zod/mini';
import type { GatewayRoute } from '../../server/route.js';
import { batch } from './answers.js';
import { FRIEND, TOKEN_CALL, UNSIGNED } from './examples.js';
import { amount, feeInStx, type Gateway, operation, own } from './operation.js';

const TAG = 'Transfers';

/** Transfers of STX and tokens, and transactions of any other kind. */
export function transferRoutes(): readonly GatewayRoute<Gateway>[] {
  return [transfer(), callContract(), submit(), submitBatch(), replaceTransaction()];
}

/** The fields of a transfer, by the asset. */
function transferFields() {
  const payment = {
    recipientAddress: z.string(),
    amount: amount(),
    memo: z.exactOptional(z.string()),
  };
  const ofToken = {
    ...payment,
    grossTransaction: z.exactOptional(z.literal(false, 'is for STX only')),
  };
  return {
    stx: {
      ...payment,
      assetType: z.optional(z.literal('STX')),
      grossTransaction: z.exactOptional(z.boolean()),
    },
    known: { ...ofToken, assetType: z.enum(['sBTC', 'USDCx']) },
    custom: {
      ...ofToken,
      assetType: z.literal('Custom'),
      tokenContractAddress: z.string(),
      tokenContractName: z.string(),
      tokenAssetName: z.string(),
      tokenDecimals: z.exactOptional(z.int()),
    },
  };
}

function byAssetType<
  Stx extends z.ZodMiniObject,
  Known extends z.ZodMiniObject,
  Custom extends z.ZodMiniObject,
>(stx: Stx, known: Known, custom: Custom) {
  const reason = 'must be STX, sBTC, USDCx or Custom; without it, STX is meant';
  return z.discriminatedUnion('assetType', [stx, known, custom], reason);
}

function transfer(): GatewayRoute<Gateway> {
  const { stx, known, custom } = transferFields();
  return operation(TAG, 'transfer', {
    operation: 'transfer',
    aliases: ['/api/:vaultId/transfer/stx'],
    summary: 'Transfers STX or a fungible token.',
    description:
      'An amount is in STX, or in the token’s own unit. `grossTransaction` takes the fee out of it.',
    body: byAssetType(
      z.strictObject({ ...own(), ...stx }),
      z.strictObject({ ...own(), ...known }),
      z.strictObject({ ...own(), ...custom }),
    ),
    example: { recipientAddress: FRIEND, amount: '1.5', note: 'rent' },
    run: (gateway, ...call) => gateway.transfer(...call),
  });
}

function callFields() {
  return {
    contract: z.string(),
    functionName: z.string(),
    functionArgs: z.exactOptional(z.array(z.string())),
    postConditions: z.exactOptional(z.array(z.string())),
    postConditionMode: z.exactOptional(z.enum(['allow', 'deny', 'originator'])),
  };
}

function callContract(): GatewayRoute<Gateway> {
  return operation(TAG, 'contract/call', {
    operation: 'callContract',
    summary: 'Calls a function of any contract.',
    description: 'Arguments and post-conditions are serialized, in hexadecimal.',
    body: z.strictObject({ ...own(), ...callFields() }),
    example: TOKEN_CALL,
    run: (gateway, ...call) => gateway.callContract(...call),
  });
}

function submit(): GatewayRoute<Gateway> {
  return operation(TAG, 'transaction/submit', {
    operation: 'submit',
    summary: 'Signs and submits a transaction that was built elsewhere.',
    body: z.strictObject({ note: own().note, transaction: z.string() }),
    example: { transaction: UNSIGNED },
    exampleVault: '8',
    run: (gateway, vaultId, { transaction }, options) =>
      gateway.submit(vaultId, transaction, options),
  });
}

function submitBatch(): GatewayRoute<Gateway> {
  const { stx, known, custom } = transferFields();
  const entry = z.discriminatedUnion('transactionType', [
    z.strictObject({
      transactionType: z.literal('transfer'),
      params: byAssetType(z.strictObject(stx), z.strictObject(known), z.strictObject(custom)),
    }),
    z.strictObject({
      transactionType: z.literal('callContract'),
      params: z.strictObject(callFields()),
    }),
  ]);
  const { fee, note } = own();
  return operation(TAG, 'transaction/submit-batch', {
    operation: 'submitBatch',
    answer: batch(),
    summary: 'Has several transactions signed with one approval, and submits them in order.',
    body: z.strictObject({
      fee,
      note,
      transactions: z.array(entry),
      stopOnFailure: z.exactOptional(z.boolean()),
    }),
    example: {
      transactions: [
        { transactionType: 'transfer', params: { recipientAddress: FRIEND, amount: '0.1' } },
        { transactionType: 'callContract', params: TOKEN_CALL },
      ],
    },
    run: (gateway, vaultId, { transactions, ...rest }, options) =>
      gateway.submitBatch(vaultId, transactions, { ...options, ...rest }),
  });
}

function replaceTransaction(): GatewayRoute<Gateway> {
  return operation(TAG, 'replace-transaction', {
    operation: 'replaceTransaction',
    summary: 'Replaces a transaction that waits for its block, with a higher fee.',
    description: '`newFee` and `newAmount` are in STX.',
    body: z.strictObject({
      note: own().note,
      originalTxId: z.string(),
      newFee: z.optional(amount()),
      newRecipient: z.exactOptional(z.string()),
      newAmount: z.exactOptional(amount()),
    }),
    example: { originalTxId: `0x${'00'.repeat(32)}`, newFee: '0.01' },
    names: () => ({
      txId: 'originalTxId',
      fee: 'newFee',
      recipientAddress: 'newRecipient',
      amount: 'newAmount',
    }),
    run: (gateway, vaultId, { originalTxId, newFee: fee, newRecipient, newAmount }, options) => {
      const changes = {
        ...(newRecipient === undefined ? {} : { recipientAddress: newRecipient }),
        ...(newAmount === undefined ? {} : { amount: newAmount }),
      };
      return gateway.replaceTransaction(vaultId, originalTxId, changes, {
        ...options,
        fee: feeInStx(fee),
      });
    },
  });
}
