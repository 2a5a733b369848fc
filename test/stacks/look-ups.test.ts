import {
  getAddressFromPrivateKey,
  makeSTXTokenTransfer,
  randomPrivateKey,
} from '@stacks/transactions';
import { describe, expect, it } from 'vitest';
import { lookUp } from '../../src/stacks/node/lookup.js';
import { parseTransaction } from '../../src/stacks/wire/transaction.js';
import { API_VERSIONS, type ApiVersion, type Facts, nodeOf } from './support/api-node.js';

const NONCE = 7n;
const vault = randomPrivateKey();
const sender = getAddressFromPrivateKey(vault, 'testnet');
const other = getAddressFromPrivateKey(randomPrivateKey(), 'testnet');

const transfer = (amount: bigint, nonce = NONCE) =>
  makeSTXTokenTransfer({
    recipient: 'ST000000000000000000002AMW42H',
    senderKey: vault,
    fee: 200n,
    network: 'testnet',
    nonce,
    amount,
  });
const ours = await transfer(1n);
const rival = await transfer(2n);
const hash = `0x${ours.txid()}`;

const idOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`;
const found = {
  tx_id: hash,
  tx_status: 'success',
  tx_type: 'token_transfer',
  nonce: Number(NONCE),
  fee_rate: '200',
  sender_address: sender,
  canonical: true,
};

/** How an API says that a transaction is on no block of the chain; of v3 no release does yet. */
const leftOutOn = (version: ApiVersion) => [
  { canonical: false },
  ...(version === 'v1' ? [{ microblock_canonical: false }] : []),
];

/** What a look-up makes of what a node says. */
async function seen(version: ApiVersion, facts: Facts, about: { hash?: string } = { hash }) {
  const { ledger, asked, pages } = nodeOf(version, facts);
  const transaction = parseTransaction(ours.serialize(), 'transaction');
  const wanted = { transaction, hash: about.hash };
  const status = await lookUp({ ledger, otherKeys: undefined }, wanted, {});
  return { status, asked, pages: pages() };
}

describe.each(API_VERSIONS)('with %s of the API', (version) => {
  describe('what a node shows under our id', () => {
    it('is ours, by its sender and nonce', async () => {
      const { status } = await seen(version, { shown: found });
      expect(status).toMatchObject({ state: 'confirmed', hash });
    });

    it.each([
      ['another sender’s', { sender_address: other }],
      ['of another nonce', { nonce: 8 }],
    ])('is unknown when it is %s', async (_, wrong) => {
      const reason = 'the node shows another transaction under this id';
      expect((await seen(version, { shown: { ...found, ...wrong } })).status).toEqual({
        state: 'unknown',
        reason,
      });
    });

    it.each(leftOutOn(version))('is open when the chain has left it out: %o', async (wrong) => {
      for (const tx_status of ['success', 'abort_by_response']) {
        const shown = { ...found, tx_status, ...wrong };
        const open = { state: 'open', seen: false, dropped: `the node calls it ${tx_status}` };
        expect((await seen(version, { shown })).status).toEqual(open);
      }
    });

    it('is open when there is nothing, for as long as its nonce is unspent', async () => {
      // What was dropped and what never was are told alike.
      const dropped = 'neither the node nor its API shows it';
      expect((await seen(version, {})).status).toEqual({ state: 'open', seen: false, dropped });
    });

    it('is open, and there, when the node itself has it waiting', async () => {
      const mempool = { [hash]: ours.serialize() };
      expect((await seen(version, { mempool })).status).toEqual({ state: 'open', seen: true });
      const other = { [hash]: rival.serialize() };
      expect((await seen(version, { mempool: other })).status).toMatchObject({ seen: false });
    });

    it('is not asked of the node’s own mempool where the API shows it', async () => {
      const shown = { ...found, tx_status: 'dropped_replace_by_fee' };
      const ownMempool = expect.stringContaining('/unconfirmed/');
      expect((await seen(version, { shown })).asked).not.toContainEqual(ownMempool);
      expect((await seen(version, {})).asked).toContainEqual(ownMempool);
    });

    it('is open while a mempool has it, and nobody is asked who spent its nonce', async () => {
      const shown = { ...found, tx_status: 'pending' };
      const { status, pages } = await seen(version, { shown, nonce: NONCE + 1n });
      expect(status).toEqual({ state: 'open', seen: true });
      expect(pages).toEqual([]);
    });

    it('is open when a mempool dropped it, for as long as its nonce is unspent', async () => {
      const shown = { ...found, tx_status: 'dropped_replace_by_fee' };
      expect((await seen(version, { shown })).status).toMatchObject({
        state: 'open',
        seen: false,
      });
      const spent = { ...found, tx_id: `0x${rival.txid()}` };
      const raw = { [spent.tx_id]: rival.serialize() };
      const { status } = await seen(version, { shown, nonce: NONCE + 1n, history: [spent], raw });
      expect(status).toEqual({ state: 'replaced', by: spent.tx_id });
    });
  });

  describe('what is not signed yet', () => {
    it('is open, and nothing dropped it, for as long as its nonce is unspent', async () => {
      expect((await seen(version, {}, {})).status).toEqual({ state: 'open', seen: false });
    });
  });

  describe('who spent a nonce', () => {
    const spent = { ...found, tx_id: `0x${rival.txid()}` };
    const raw = { [spent.tx_id]: rival.serialize() };
    const later = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...found,
        tx_id: idOf(index),
        nonce: Number(NONCE) + count - index,
      }));
    const replaced = { state: 'replaced', by: spent.tx_id };

    it('is found behind pages of later ones', async () => {
      const history = [...later(60), spent];
      const { status, pages } = await seen(version, { nonce: 68n, history, raw });
      expect(status).toEqual(replaced);
      expect(pages).toHaveLength(2);
    });

    it('is not looked for behind an earlier nonce, nor behind the last page', async () => {
      const earlier = { ...found, tx_id: idOf(99), nonce: Number(NONCE) - 1 };
      const behind = await seen(version, {
        nonce: 68n,
        history: [...later(20), earlier, ...later(60)],
      });
      expect(behind.status).toMatchObject({ state: 'unknown' });
      expect(behind.pages).toHaveLength(1);
      const atTheEnd = await seen(version, { nonce: 68n, history: later(60) });
      expect(atTheEnd.status).toMatchObject({ state: 'unknown' });
      expect(atTheEnd.pages).toHaveLength(2);
    });

    it('is not told by what a block lost, or what is shown of others', async () => {
      const reason = 'the node does not show the transaction that spent its nonce';
      for (const wrong of [...leftOutOn(version), { sender_address: other }]) {
        const { status } = await seen(version, {
          nonce: 8n,
          history: [{ ...spent, ...wrong }],
          raw,
        });
        expect(status).toEqual({ state: 'unknown', reason });
      }
    });

    it('is unknown without its bytes', async () => {
      const reason = 'the node does not have the bytes of the transaction that spent its nonce';
      const ofAnother = { [spent.tx_id]: (await transfer(3n)).serialize() };
      const lost = version === 'v3' ? [{ raw, lost: [spent.tx_id] }] : [];
      for (const shown of [{ raw: {} }, { raw: ofAnother }, ...lost]) {
        const { status } = await seen(version, { nonce: 8n, history: [spent], ...shown });
        expect(status).toEqual({ state: 'unknown', reason });
      }
    });
  });
});
