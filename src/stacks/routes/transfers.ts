import * as z from 'zod/mini';
import type { GatewayRoute } from '../../server/route.js';
import { amount, type Gateway, operation, own } from './operation.js';

const TAG = 'Transfers';
const OTHER = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';

/** What moves STX and tokens, and transactions of any other kind. */
export function transferRoutes(): readonly GatewayRoute<Gateway>[] {
  return [transfer(), callContract(), submit(), replaceTransaction()];
}

function transfer(): GatewayRoute<Gateway> {
  const payment = { recipientAddress: z.string(), amount, memo: z.exactOptional(z.string()) };
  const ofToken = { grossTransaction: z.exactOptional(z.literal(false)) };
  return operation(TAG, 'transfer', {
    operation: 'transfer',
    aliases: ['/api/:vaultId/transfer/stx'],
    summary: 'Transfers STX or a fungible token.',
    description: 'An amount is in STX, or in the token’s own unit.',
    body: z.union([
      z.strictObject({
        ...payment,
        ...own,
        assetType: z.exactOptional(z.literal('STX')),
        grossTransaction: z.exactOptional(z.boolean()),
      }),
      z.strictObject({ ...payment, ...own, ...ofToken, assetType: z.enum(['sBTC', 'USDCx']) }),
      z.strictObject({
        ...payment,
        ...own,
        ...ofToken,
        assetType: z.literal('Custom'),
        tokenContractAddress: z.string(),
        tokenContractName: z.string(),
        tokenAssetName: z.string(),
      }),
    ]),
    example: { recipientAddress: OTHER, amount: '1.5', note: 'rent' },
    run: (gateway, ...call) => gateway.transfer(...call),
  });
}

function callContract(): GatewayRoute<Gateway> {
  return operation(TAG, 'contract/call', {
    operation: 'callContract',
    summary: 'Calls a function of any contract.',
    description: 'Arguments and post-conditions are serialized, in hexadecimal.',
    body: z.strictObject({
      ...own,
      contract: z.string(),
      functionName: z.string(),
      functionArgs: z.exactOptional(z.array(z.string())),
      postConditions: z.exactOptional(z.array(z.string())),
      postConditionMode: z.exactOptional(z.enum(['allow', 'deny', 'originator'])),
    }),
    example: { contract: `${OTHER}.counter`, functionName: 'increment', functionArgs: [] },
    run: (gateway, ...call) => gateway.callContract(...call),
  });
}

function submit(): GatewayRoute<Gateway> {
  return operation(TAG, 'transaction/submit', {
    operation: 'submit',
    summary: 'Signs and submits a transaction that was built elsewhere, from its bytes.',
    body: z.strictObject({ note: own.note, transaction: z.string() }),
    example: { transaction: '0x' },
    run: (gateway, vaultId, { transaction }, options) =>
      gateway.submit(vaultId, transaction, options),
  });
}

function replaceTransaction(): GatewayRoute<Gateway> {
  return operation(TAG, 'replace-transaction', {
    operation: 'replaceTransaction',
    summary: 'Replaces a transaction that waits for its block, with a higher fee.',
    body: z.strictObject({
      note: own.note,
      originalTxId: z.string(),
      newFee: z.optional(amount),
      newRecipient: z.exactOptional(z.string()),
      newAmount: z.exactOptional(amount),
    }),
    example: { originalTxId: `0x${'00'.repeat(32)}`, newFee: '0.01' },
    run: (gateway, vaultId, { originalTxId, newFee: fee, newRecipient, newAmount }, options) => {
      const changes = {
        ...(newRecipient === undefined ? {} : { recipientAddress: newRecipient }),
        ...(newAmount === undefined ? {} : { amount: newAmount }),
      };
      return gateway.replaceTransaction(vaultId, originalTxId, changes, { ...options, fee });
    },
  });
}
