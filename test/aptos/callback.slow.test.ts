import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aptosCodec } from '../../src/aptos/index.js';
import { type CallbackRequest, callbackHandler } from '../../src/fireblocks/index.js';
import { claimsFor, coSignerKeys, handlerKeys, post, tokenOf } from '../support/co-signer.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

type Asked = CallbackRequest<typeof aptosCodec>;

let world: AptosWorld;
beforeAll(async () => {
  world = await newAptosWorld();
  const [, , friend] = world.addresses;
  const { gateway, sandbox } = world;
  const tokenType = sandbox.aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
  sandbox.aptos.mint(tokenType, world.addresses[0], 10n);
  const params = { recipientAddress: friend, amount: '123' };
  await gateway.transferMove('0', params);
  await gateway.transferMove('0', params, { orderless: true });
  await gateway.transferToken('0', { ...params, amount: 1, tokenType });
  await gateway.transferMove('0', {
    function: `${sandbox.aptos.sampleModule}::record_nothing`,
  });
  await gateway.submitBatch('0', [
    { transactionType: 'transferMove', params },
    { transactionType: 'transferToken', params: { ...params, amount: 2, tokenType } },
  ]);
});
afterAll(() => world.stop());

function newHandler(addresses: readonly (string | undefined)[] = world.addresses) {
  const asked: Asked[] = [];
  const handler = callbackHandler({
    coSignerPublicKey: coSignerKeys.publicKey,
    responseKey: handlerKeys.privateKey,
    codecs: [aptosCodec],
    vaults: ['0', '1'],
    addressOf: ({ vaultAccountId }) => addresses[Number(vaultAccountId)],
    decide: (request) => {
      asked.push(request);
      return { action: 'APPROVE' };
    },
  });
  return { handler, asked };
}

describe('a request that an Aptos gateway made', () => {
  it('is approved, and handed over as the ledger came to have it', async () => {
    const { handler, asked } = newHandler();
    const requests = world.sandbox.custody.transactions;
    expect(requests).toHaveLength(5);
    for (const snapshot of requests) {
      const answer = await post(handler, tokenOf(claimsFor(snapshot)));
      expect(answer.rejectionReason).toBeUndefined();
      expect(answer).toMatchObject({ action: 'APPROVE', requestId: snapshot.id });
    }
    const shown = asked.flatMap((request) => (request.kind === 'raw' ? request.transactions : []));
    expect(shown).toHaveLength(6);
    const onLedger = world.sandbox.aptos.transactionsOf(world.addresses[0]);
    for (const { transaction, account, signer } of shown) {
      expect([account, signer]).toEqual([world.addresses[0], world.addresses[0]]);
      const { payload } = transaction;
      const nonce = 'replayProtectionNonce' in payload ? payload.replayProtectionNonce : undefined;
      expect(
        onLedger.some((taken) =>
          nonce === undefined
            ? taken.sequence_number === transaction.sequenceNumber
            : taken.replay_protection_nonce === nonce,
        ),
      ).toBe(true);
    }
    expect(shown[0]?.transaction.payload).toMatchObject({
      function: '0x1::aptos_account::transfer',
      functionArguments: [world.addresses[2], '123'],
    });
  });

  it('is refused where what it shows is not what would be signed', async () => {
    const { handler, asked } = newHandler();
    const [snapshot] = world.sandbox.custody.transactions;
    if (!snapshot) throw new Error('There is no request.');
    const text = JSON.stringify(claimsFor(snapshot));
    // The readable amount, the bytes, and the message, each by itself.
    for (const [from, to] of [
      ['"123"', '"1"'],
      ['7b00000000000000', '0100000000000000'],
    ] as const) {
      const tampered = JSON.parse(text.replace(from, to)) as Record<string, unknown>;
      expect(JSON.stringify(tampered)).not.toBe(text);
      const answer = await post(handler, tokenOf(tampered));
      expect(answer).toMatchObject({ action: 'REJECT' });
    }
    expect(asked).toEqual([]);
  });
});

describe('a request that two vault accounts sign', () => {
  /** The claims of one: the payer of the gas signs, too. */
  async function paidFor() {
    const before = world.sandbox.custody.transactions.length;
    const params = { recipientAddress: world.addresses[2], amount: 9 };
    await world.gateway.transferMove('0', params, { feePayerVaultAccountId: '1' });
    const snapshot = world.sandbox.custody.transactions[before];
    if (!snapshot) throw new Error('There is no request.');
    return JSON.parse(JSON.stringify(claimsFor(snapshot))) as Paid;
  }

  interface Paid {
    readonly extraParameters: {
      readonly rawMessageData: { messages: { content: string; derivationPath: number[] }[] };
      readonly unhashedTxPayload: { signer?: string }[];
    };
  }

  it('is approved where each signs as himself', async () => {
    const { handler, asked } = newHandler();
    const answer = await post(handler, tokenOf(await paidFor()));
    expect(answer.rejectionReason).toBeUndefined();
    expect(answer).toMatchObject({ action: 'APPROVE' });
    expect(asked).toMatchObject([
      {
        vaultAccountId: '0',
        vaultChecked: true,
        transactions: [
          { account: world.addresses[0], signer: world.addresses[0], kind: 'multisign' },
          { account: world.addresses[0], signer: world.addresses[1], kind: 'multisign' },
        ],
      },
    ]);
  });

  it('is approved where rawTx shows what both sign, and refused where it shows a third', async () => {
    const { handler, asked } = newHandler();
    for (const [third, action] of [
      [1, 'APPROVE'],
      [2, 'REJECT'],
    ] as const) {
      const claims = await paidFor();
      const [content] = claims.extraParameters.rawMessageData.messages.map((each) => each.content);
      const shown = (vault: number) => ({
        payload: content,
        keyDerivationPath: `[ 44, 637, ${vault}, 0, 0 ]`,
      });
      const rawTx = [{ payload: content }, shown(0), shown(third)];
      expect(await post(handler, tokenOf({ ...claims, rawTx }))).toMatchObject({ action });
    }
    expect(asked).toHaveLength(1);
  });

  it.each<readonly [string, (claims: Paid) => void]>([
    [
      'one signs for both',
      ({ extraParameters: { rawMessageData: data } }) => {
        for (const message of data.messages) message.derivationPath = [44, 637, 0, 0, 0];
      },
    ],
    [
      'they sign for each other',
      ({ extraParameters: e }) => void e.rawMessageData.messages.reverse(),
    ],
    [
      'a third signs',
      ({ extraParameters: e }) => {
        for (const message of e.rawMessageData.messages.slice(1)) message.derivationPath[2] = 2;
      },
    ],
    [
      'nobody says who the other is',
      ({ extraParameters: e }) => {
        for (const payload of e.unhashedTxPayload) delete payload.signer;
      },
    ],
  ])('is refused where %s', async (_, tamper) => {
    const { handler, asked } = newHandler();
    const claims = await paidFor();
    tamper(claims);
    expect(await post(handler, tokenOf(claims))).toMatchObject({ action: 'REJECT' });
    expect(asked).toEqual([]);
  });

  it('is refused where the handler does not know their addresses', async () => {
    for (const known of [[], [world.addresses[0]], [undefined, world.addresses[1]]]) {
      const { handler, asked } = newHandler(known);
      expect(await post(handler, tokenOf(await paidFor()))).toMatchObject({ action: 'REJECT' });
      expect(asked).toEqual([]);
    }
  });
});
