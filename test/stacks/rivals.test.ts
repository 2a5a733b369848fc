import {
  AddressHashMode,
  deserializeTransaction,
  getAddressFromPrivateKey,
  makeSTXTokenTransfer,
  privateKeyToPublic,
  randomPrivateKey,
  type StacksTransactionWire,
  signWithKey,
  sponsorTransaction,
} from '@stacks/transactions';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { lookUp } from '../../src/stacks/node/lookup.js';
import { parseTransaction } from '../../src/stacks/wire/transaction.js';
import type { OtherKeys } from '../../src/transactions/records/other-keys.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { stacksSighash } from '../support/stacks-reader.js';
import { API_VERSIONS, nodeOf, type Shown } from './support/api-node.js';

const vault = randomPrivateKey();
const stranger = randomPrivateKey();
const address = getAddressFromPrivateKey(vault, 'testnet');
const other = getAddressFromPrivateKey(stranger, 'testnet');
const recipient = 'ST000000000000000000002AMW42H';
const NONCE = 7n;
const common = { recipient, fee: 200n, network: 'testnet', nonce: NONCE } as const;

const transfer = (amount: bigint, senderKey = vault, more: object = {}) =>
  makeSTXTokenTransfer({ ...common, amount, senderKey, ...more });

const wanted = await transfer(1n);
const transaction = parseTransaction(wanted.serialize(), 'transaction');
const rival = await transfer(2n);
const ofStranger = await transfer(2n, stranger);
const withOtherNonce = await transfer(2n, vault, { nonce: NONCE + 1n });
const onMainnet = await transfer(2n, vault, { network: 'mainnet' });
const unsponsored = await transfer(2n, stranger, { nonce: 0n, sponsored: true });

/** What a transaction says, and what the node says of it. */
interface Case {
  readonly wire: StacksTransactionWire | string;
  readonly json?: Partial<Shown>;
}

describe.each(API_VERSIONS)('with %s of the API', (version) => {
  /** What a look-up makes of a node that says that this one has spent the nonce. */
  async function seen({ wire, json }: Case, otherKeys?: OtherKeys) {
    const raw = typeof wire === 'string' ? wire : wire.serialize();
    const tx_id = `0x${typeof wire === 'string' ? idOf(wire) : wire.txid()}`;
    const shown: Shown = {
      tx_id,
      tx_status: 'success',
      tx_type: 'token_transfer',
      nonce: Number(NONCE),
      fee_rate: '200',
      sender_address: address,
      ...json,
    };
    const facts = { nonce: NONCE + 1n, shown, history: [shown], raw: { [tx_id]: raw } };
    return lookUp({ ledger: nodeOf(version, facts).ledger, otherKeys }, { transaction }, {});
  }

  const unknown = { state: 'unknown' };
  const replacedBy = (wire: StacksTransactionWire) => ({
    state: 'replaced',
    by: `0x${wire.txid()}`,
  });

  describe('another transaction with our nonce', () => {
    it('is a rival when the account’s own key has signed it', async () => {
      expect(await seen({ wire: rival })).toEqual(replacedBy(rival));
    });

    it.each([
      ['has zeros for a signature', forged(rival, () => '00'.repeat(65))],
      ['has the signature of another', forged(rival, () => signatureOf(wanted))],
      ['names the account, but another has signed it', renamed(ofStranger, rival)],
      ['is another account’s', ofStranger],
      ['has another nonce', withOtherNonce],
      ['is of another chain', onMainnet],
    ])('is none when it %s', async (_, wire) => {
      expect(await seen({ wire })).toMatchObject(unknown);
    });

    it.each([
      ['27 bytes of anything', 'ab'.repeat(27)],
      ['none', ''],
      ['more than a transaction', `${rival.serialize()}00`],
      ['less than one', rival.serialize().slice(0, -2)],
    ])('is none when its bytes are %s', async (_, wire) => {
      expect(await seen({ wire })).toMatchObject(unknown);
    });

    it('is none of several signers', async () => {
      const publicKeys = [vault, stranger].map((key) => privateKeyToPublic(key));
      const several = await makeSTXTokenTransfer({
        ...common,
        amount: 2n,
        signerKeys: [vault, stranger],
        publicKeys: publicKeys.map(String),
        numSignatures: 2,
      });
      expect(several.auth.spendingCondition.hashMode).not.toBe(AddressHashMode.P2PKH);
      expect(await seen({ wire: several })).toMatchObject(unknown);
    });

    it('is a rival though its memo is no text', async () => {
      const bare = `${rival.serialize().slice(0, -68)}${'ff'.repeat(34)}`;
      const signature = signWithKey(vault, stacksSighash(Buffer.from(bare, 'hex')));
      const hex = `${bare.slice(0, 88)}${signature}${bare.slice(218)}`;
      expect(await seen({ wire: hex })).toEqual({ state: 'replaced', by: `0x${idOf(hex)}` });
    });

    it('is none with the version of another network, though its key has signed that', async () => {
      const bare = `00${rival.serialize().slice(2)}`;
      const signature = signWithKey(vault, stacksSighash(Buffer.from(bare, 'hex')));
      const hex = `${bare.slice(0, 88)}${signature}${bare.slice(218)}`;
      expect(await seen({ wire: hex })).toMatchObject(unknown);
    });

    it('is none of an address of another kind, of the same key', async () => {
      const copy = deserializeTransaction(rival.serialize());
      Object.assign(copy.auth.spendingCondition, { hashMode: AddressHashMode.P2WPKH });
      copy.signNextOrigin(copy.signBegin(), vault);
      expect(await seen({ wire: copy })).toMatchObject(unknown);
    });

    it('counts when the caller pinned its key', async () => {
      const origin = renamed(ofStranger, rival);
      origin.signNextOrigin(origin.signBegin(), stranger);
      const key = String(privateKeyToPublic(stranger));
      expect(await seen({ wire: origin }, { [address]: [key] })).toEqual(replacedBy(origin));
      expect(await seen({ wire: origin }, { [other]: [key] })).toMatchObject(unknown);
    });

    it('is ours when it differs by nothing but its signature, and only when that is one', async () => {
      expect(await seen({ wire: wanted })).toMatchObject({ state: 'confirmed' });
      const zeros = forged(wanted, () => '00'.repeat(65));
      expect(await seen({ wire: zeros })).toMatchObject(unknown);
    });
  });

  describe('a nonce that went to a transaction of which the account is the sponsor', () => {
    const json = {
      sender_address: other,
      nonce: 0,
      sponsor_address: address,
      sponsor_nonce: Number(NONCE),
    };
    const sponsoredBy = (sponsorPrivateKey: string, sponsorNonce = NONCE) =>
      sponsorTransaction({
        transaction: deserializeTransaction(unsponsored.serialize()),
        sponsorPrivateKey,
        fee: 300n,
        sponsorNonce,
        network: 'testnet',
      });

    it('is spent, where both have signed', async () => {
      const wire = await sponsoredBy(vault);
      expect(await seen({ wire, json })).toEqual(replacedBy(wire));
    });

    it('is not, where one has not, or with another nonce', async () => {
      const wire = await sponsoredBy(vault);
      const unsigned = forged(wire, () => '00'.repeat(65));
      for (const one of [unsigned, await sponsoredBy(stranger), await sponsoredBy(vault, 8n)]) {
        expect(await seen({ wire: one, json })).toMatchObject(unknown);
      }
    });

    it('is spent as its sender only where the sponsor has signed as well', async () => {
      const own = await transfer(2n, vault, { sponsored: true });
      const wire = await sponsorTransaction({
        transaction: own,
        sponsorPrivateKey: stranger,
        fee: 300n,
        sponsorNonce: 0n,
        network: 'testnet',
      });
      expect(await seen({ wire })).toEqual(replacedBy(wire));
      const copy = deserializeTransaction(wire.serialize());
      const sponsor = 'sponsorSpendingCondition' in copy.auth && copy.auth.sponsorSpendingCondition;
      if (!sponsor || !('signature' in sponsor)) throw new Error('It has a sponsor.');
      sponsor.signature = { ...sponsor.signature, data: signatureOf(own) };
      expect(await seen({ wire: copy })).toMatchObject(unknown);
    });
  });
});

function idOf(hex: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha512-256').update(Buffer.from(hex, 'hex')).digest('hex');
}

/** A copy with another signature in it. */
function forged(wire: StacksTransactionWire, change: (data: string) => string) {
  const copy = deserializeTransaction(wire.serialize());
  const { spendingCondition: condition } = copy.auth;
  if (!('signature' in condition)) throw new Error('It has one signature.');
  condition.signature = { ...condition.signature, data: change(condition.signature.data) };
  return copy;
}

/** A copy that names another signer. */
function renamed(wire: StacksTransactionWire, like: StacksTransactionWire) {
  const copy = deserializeTransaction(wire.serialize());
  copy.auth.spendingCondition.signer = like.auth.spendingCondition.signer;
  return copy;
}

function signatureOf({ auth: { spendingCondition } }: StacksTransactionWire): string {
  if (!('signature' in spendingCondition)) throw new Error('It has one signature.');
  return spendingCondition.signature.data;
}

describe('otherKeys', () => {
  const make = (otherKeys: unknown) =>
    new StacksGateway({ signer: new RecordingSigner(), otherKeys: otherKeys as OtherKeys });
  const key = String(privateKeyToPublic(stranger));

  it('takes keys by address, and nothing else', () => {
    expect(make({ [address]: [key] })).toBeDefined();
    for (const wrong of [{ [recipient.slice(1)]: [key] }, { [address]: ['02ab'] }, [key]]) {
      expect(() => make(wrong)).toThrow(ConfigurationError);
      expect(() => make(wrong)).toThrow(/otherKeys/);
    }
  });
});
