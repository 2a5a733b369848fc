import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallbackRequest, callbackHandler } from '../../../src/fireblocks/index.js';
import type { CustodySnapshot } from '../../../src/sandbox/index.js';
import { xrplCodec } from '../../../src/xrpl/index.js';
import { claimsFor, coSignerKeys, handlerKeys, post, tokenOf } from '../../support/co-signer.js';
import type { World } from '../../support/world.js';
import { everyOperation, newCallbackWorld } from './xrpl-requests.js';

let world: World;
let requests: readonly CustodySnapshot[];
beforeAll(async () => {
  world = await newCallbackWorld();
  requests = await everyOperation(world);
});
afterAll(() => world.stop());

type Asked = CallbackRequest<typeof xrplCodec>;

function newHandler() {
  const asked: Asked[] = [];
  const handler = callbackHandler({
    coSignerPublicKey: coSignerKeys.publicKey,
    responseKey: handlerKeys.privateKey,
    codecs: [xrplCodec],
    vaults: ['0', '1', '2'],
    addressOf: ({ vaultAccountId }) => world.sandbox.custody.addressOf(vaultAccountId, 'XRP_TEST'),
    decide: (request) => {
      asked.push(request);
      return { action: 'APPROVE' };
    },
  });
  return { handler, asked };
}

/** What the ledger took, but for what is there only after signing. */
function onLedger(account: string, sequence: unknown, ticket: unknown) {
  return world.sandbox.xrpl
    .transactionsOf(account)
    .map((entry) => (entry.tx_json ?? entry) as Record<string, unknown>)
    .filter((json) => json.Account === account)
    .find((json) => json.Sequence === sequence && json.TicketSequence === ticket);
}

describe('a request that a gateway made', () => {
  it('is approved, and handed over decoded, for every operation', async () => {
    const { handler, asked } = newHandler();
    for (const snapshot of requests) {
      const answer = await post(handler, tokenOf(claimsFor(snapshot)));
      expect(answer).toEqual({
        status: 200,
        action: 'APPROVE',
        requestId: snapshot.id,
        claims: { action: 'APPROVE', requestId: snapshot.id },
      });
    }
    expect(asked).toHaveLength(requests.length);
    const types = new Set<string>();
    for (const request of asked) {
      if (request.kind !== 'raw') throw new Error('These are all raw.');
      expect(request).toMatchObject({ chain: 'xrpl', assetId: 'XRP_TEST', operation: 'RAW' });
      for (const { transaction, account, kind, signer } of request.transactions) {
        types.add(`${transaction.TransactionType} ${kind}`);
        const taken = onLedger(account, transaction.Sequence, transaction.TicketSequence);
        // Version 2 of the ledger's API has another name for a payment's amount.
        const { Amount, ...fields } = transaction;
        const payment = transaction.TransactionType === 'Payment';
        expect(taken).toMatchObject(payment ? { ...fields, DeliverMax: Amount } : transaction);
        const vault = request.vaultAccountId ?? '';
        expect(signer).toBe(world.sandbox.custody.addressOf(vault, 'XRP_TEST'));
        if (kind === 'single') expect(account).toBe(signer);
      }
    }
    expect([...types].sort()).toEqual([
      'AccountSet multisign',
      'AccountSet single',
      'Clawback single',
      'CredentialAccept single',
      'CredentialCreate single',
      'CredentialDelete single',
      'OfferCancel single',
      'OfferCreate single',
      'Payment single',
      'SignerListSet single',
      'TicketCreate single',
      'TrustSet single',
    ]);
    const batches = asked.filter((each) => each.kind === 'raw' && each.transactions.length > 1);
    expect(batches).toMatchObject([{ transactions: { length: 3 } }]);
  });

  it('is approved where the extra parameters are text, and with what rawTx shows', async () => {
    const { handler } = newHandler();
    for (const snapshot of requests) {
      const claims = claimsFor(snapshot);
      const { rawMessageData } = claims.extraParameters as {
        rawMessageData: { messages: { content: string }[] };
      };
      const vault = claims.sourceId;
      const rawTx = rawMessageData.messages.map(({ content }) => ({
        keyDerivationPath: `[ 44, 1, ${vault}, 0, 0 ]`,
        rawTx: '',
        payload: `0x${content.toUpperCase()}`,
      }));
      const extraParameters = JSON.stringify(claims.extraParameters);
      const answer = await post(handler, tokenOf({ ...claims, extraParameters, rawTx }));
      expect(answer).toMatchObject({ action: 'APPROVE' });
    }
  });

  it('is approved where its key is named by path', async () => {
    const { handler, asked } = newHandler();
    const snapshot = requests[0];
    if (!snapshot) throw new Error('There is no request.');
    const claims = claimsFor(snapshot);
    const extra = claims.extraParameters as {
      rawMessageData: { messages: { content: string }[] };
    };
    const messages = extra.rawMessageData.messages.map(({ content }) => ({
      content,
      derivationPath: [44, 1, Number(claims.sourceId), 0, 0],
    }));
    const extraParameters = {
      ...extra,
      rawMessageData: { algorithm: 'MPC_ECDSA_SECP256K1', messages },
    };
    const byPath = { ...claims, sourceId: '', asset: undefined, extraParameters };
    expect(await post(handler, tokenOf(byPath))).toMatchObject({ action: 'APPROVE' });
    expect(asked).toMatchObject([{ vaultAccountId: claims.sourceId, assetId: undefined }]);
  });
});
