import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { Ledger } from '../../src/aptos/node/fullnode.js';
import { lookUp } from '../../src/aptos/node/lookup.js';
import { addressOfKey } from '../../src/aptos/wire/address.js';
import type {
  AccountAuthenticator,
  SignedTransaction,
} from '../../src/aptos/wire/bcs/authenticator.js';
import { encodeSigned } from '../../src/aptos/wire/bcs/authenticator.js';
import { hashOf, signingMessage } from '../../src/aptos/wire/signing.js';
import type { UnsignedTransaction } from '../../src/aptos/wire/transaction.js';
import { ConfigurationError } from '../../src/index.js';
import type { OtherKeys } from '../../src/transactions/records/other-keys.js';
import { answeringNodes } from '../support/answering-nodes.js';
import { type KeyPair, newEd25519Key } from '../support/keys.js';
import { RecordingSigner } from '../support/recording-signer.js';

const vault = newEd25519Key();
const stranger = newEd25519Key();
const payer = newEd25519Key();
const sender = addressOfKey(vault.bytes);
const payerAddress = addressOfKey(payer.bytes);
const strangerAddress = addressOfKey(stranger.bytes);
const NUMBER = 7n;
const CHAIN_ID = 4;
const NOBODY_YET = `0x${'0'.repeat(64)}`;

const ours: UnsignedTransaction = {
  sender,
  sequenceNumber: NUMBER,
  payload: {
    kind: 'entry-function',
    function: '0x1::aptos_account::transfer',
    typeArguments: [],
    arguments: [strangerAddress, '0x0100000000000000'],
  },
  maxGasAmount: 100n,
  gasUnitPrice: 100n,
  expirationTimestampSecs: 2_000_000_000n,
  chainId: CHAIN_ID,
};
const rival: UnsignedTransaction = { ...ours, maxGasAmount: 101n };

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function proof(
  transaction: UnsignedTransaction,
  { bytes: publicKey, privateKey }: KeyPair,
  kind: 'ed25519' | 'single-key' = 'ed25519',
) {
  const signature = Uint8Array.from(sign(null, signingMessage(transaction), privateKey));
  return { kind, publicKey, signature } as const;
}

function single(transaction: UnsignedTransaction, key = vault): SignedTransaction {
  return { transaction, authenticator: { ...proof(transaction, key), kind: 'ed25519' } };
}

function paidFor(
  feePayer: AccountAuthenticator,
  bySender: AccountAuthenticator,
  feePayerAddress = payerAddress,
): SignedTransaction {
  return {
    transaction: rival,
    authenticator: {
      kind: 'fee-payer',
      sender: bySender,
      secondarySignerAddresses: [],
      secondarySigners: [],
      feePayerAddress,
      feePayer,
    },
  };
}

interface Claims {
  readonly otherKeys?: OtherKeys;
  readonly wanted?: UnsignedTransaction;
  /** What the node says instead of the transaction's own bytes. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Another node has pruned it, in lists or but for its bytes; the first one is the archive then. */
  readonly prunedAs?: 'gone' | 'internal-error' | 'left-out' | 'bytes';
}

/** How a node answers for a list in which the rival would be. */
const PRUNED = {
  gone: [410, { error_code: 'version_pruned', message: 'Ledger version(41) has been pruned' }],
  'internal-error': [500, { error_code: 'internal_error', message: 'version 41 is pruned' }],
  'left-out': [200, []],
} as const;

/** As a node writes it: behind its version and its kind, and in front of what it did. */
function onLedger(signed: SignedTransaction): Uint8Array<ArrayBuffer> {
  const version = Buffer.alloc(8);
  version.writeBigUInt64LE(41n);
  return Uint8Array.from([...version, 0, ...encodeSigned(signed), ...Buffer.alloc(90, 0xee)]);
}

/** What a look-up makes of a node that says that this transaction has spent the number. */
function seen(signed: SignedTransaction, claims: Claims = {}) {
  const { otherKeys, wanted = ours, bytes = onLedger(signed), prunedAs } = claims;
  const shown = {
    type: 'user_transaction',
    hash: hashOf(signed),
    sender,
    sequence_number: `${NUMBER}`,
    max_gas_amount: '100',
    gas_unit_price: '100',
    expiration_timestamp_secs: '2000000000',
    payload: { type: 'entry_function_payload' },
    version: '41',
    success: true,
    vm_status: 'Executed successfully',
    gas_used: '9',
    timestamp: '1900000000000000',
    events: [],
    changes: [],
  };
  const headers = {
    'x-aptos-chain-id': `${CHAIN_ID}`,
    'x-aptos-ledger-version': '50',
    'x-aptos-ledger-timestampusec': '1900000000000000',
  };
  const answer: Parameters<typeof answeringNodes>[1] = ({ pathname }, init) => {
    if (pathname.endsWith('/transactions')) return Response.json([shown], { headers });
    if (pathname.startsWith('/transactions/by_version/41')) {
      expect(new Headers(init.headers).get('accept')).toBe('application/x-bcs');
      return new Response(bytes, { headers });
    }
    const account = { sequence_number: `${NUMBER + 1n}`, authentication_key: sender };
    return Response.json(account, { headers });
  };
  const whole = answeringNodes('aptos', answer);
  const pruned = answeringNodes('aptos', (url, init) => {
    const isList = url.pathname.endsWith('/transactions');
    const isGone = prunedAs === 'bytes' ? url.pathname.includes('by_version') : isList;
    if (prunedAs === undefined || !isGone) return answer(url, init);
    const [status, body] = PRUNED[prunedAs === 'bytes' ? 'gone' : prunedAs];
    return Response.json(body, { status, headers });
  });
  const archive = { url: 'https://a', operator: 'one', onlyIfNamed: false, nodes: whole };
  const ledger = new Ledger(pruned, CHAIN_ID, prunedAs === undefined ? [] : [archive]);
  return lookUp({ ledger, otherKeys }, { transaction: { unsigned: wanted, signatories: [] } }, {});
}

const unknown = { state: 'unknown' };
const replacedBy = (signed: SignedTransaction) => ({ state: 'replaced', by: hashOf(signed) });

describe('another transaction with our number', () => {
  it('is a rival when the account’s own key has signed it', async () => {
    const other = single(rival);
    expect(await seen(other)).toEqual(replacedBy(other));
  });

  it.each(['gone', 'internal-error', 'left-out', 'bytes'] as const)(
    'is one still when the node has pruned it and an archive has not (%s)',
    async (prunedAs) => {
      const other = single(rival);
      expect(await seen(other, { prunedAs })).toEqual(replacedBy(other));
      const strange = single(rival, stranger);
      expect(await seen(strange, { prunedAs })).toMatchObject(unknown);
    },
  );

  const zeros = { publicKey: vault.bytes, signature: new Uint8Array(64) };
  it.each([
    [
      'has zeros for a signature',
      { ...single(rival), authenticator: { kind: 'ed25519', ...zeros } },
    ],
    ['has the signature of another', { ...single(ours), transaction: rival }],
    ['is signed with a key of somebody else', single(rival, stranger)],
    ['has another number', single({ ...rival, sequenceNumber: NUMBER + 1n })],
    ['is of another account', single({ ...rival, sender: strangerAddress }, stranger)],
    ['is of another chain', single({ ...rival, chainId: 1 })],
    [
      'is of an account of the unified kind',
      {
        transaction: rival,
        authenticator: { kind: 'single-sender', sender: proof(rival, vault, 'single-key') },
      },
    ],
    [
      'nobody has signed',
      { transaction: rival, authenticator: { kind: 'single-sender', sender: { kind: 'none' } } },
    ],
  ] as const)('is none when it %s', async (_, signed) => {
    expect(await seen(signed)).toMatchObject(unknown);
  });

  it('is none when its bytes can’t be read, or are those of another', async () => {
    const other = single(rival);
    const whole = onLedger(other);
    const ofNoUser = Uint8Array.from(whole, (byte, index) => (index === 8 ? 3 : byte));
    // An abstracted account: a kind of authenticator that is not read here.
    const abstracted = Uint8Array.from(whole);
    abstracted[9 + encodeSigned(other).length - (1 + 33 + 65)] = 5;
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array(27),
      whole.slice(0, 100),
      ofNoUser,
      abstracted,
      onLedger(single({ ...rival, maxGasAmount: 102n })),
    ]) {
      expect(await seen(other, { bytes })).toMatchObject(unknown);
    }
  });

  it('counts when the caller pinned its key', async () => {
    const rotated = single(rival, stranger);
    const unified: SignedTransaction = {
      transaction: rival,
      authenticator: { kind: 'single-sender', sender: proof(rival, stranger, 'single-key') },
    };
    for (const signed of [rotated, unified]) {
      const key = hexOf(stranger.bytes);
      expect(await seen(signed, { otherKeys: { [sender]: [key] } })).toEqual(replacedBy(signed));
      expect(await seen(signed, { otherKeys: { [sender]: [key.toUpperCase()] } })).toEqual(
        replacedBy(signed),
      );
      const ofAnother = { [strangerAddress]: [key] };
      expect(await seen(signed, { otherKeys: ofAnother })).toMatchObject(unknown);
    }
  });

  it('is ours when it says the same, and only when that is signed', async () => {
    expect(await seen(single(ours))).toMatchObject({
      state: 'confirmed',
      hash: hashOf(single(ours)),
    });
    const forged: SignedTransaction = {
      transaction: ours,
      authenticator: { kind: 'ed25519', ...zeros },
    };
    expect(await seen(forged)).toMatchObject(unknown);
  });
});

describe('a rival that several sign', () => {
  const withPayer = { ...rival, feePayerAddress: payerAddress };
  const beforeIt = { ...rival, feePayerAddress: NOBODY_YET };

  it('is one when all have, also where the sender did not know who pays', async () => {
    for (const message of [withPayer, beforeIt]) {
      const signed = paidFor(proof(withPayer, payer), proof(message, vault));
      expect(await seen(signed)).toEqual(replacedBy(signed));
    }
    const agents = { ...rival, secondarySignerAddresses: [strangerAddress] };
    const authenticator = {
      kind: 'multi-agent',
      sender: proof(agents, vault),
      secondarySignerAddresses: [strangerAddress],
      secondarySigners: [proof(agents, stranger)],
    } as const;
    const signed = { transaction: rival, authenticator };
    expect(await seen(signed)).toEqual(replacedBy(signed));
    const wanted = { ...ours, ...agents };
    expect(await seen(signed, { wanted })).toMatchObject({ state: 'confirmed' });
    const incomplete = { ...signed, authenticator: { ...authenticator, secondarySigners: [] } };
    expect(await seen(incomplete)).toMatchObject(unknown);
  });

  it('is none where one has not', async () => {
    for (const signed of [
      paidFor(proof(withPayer, stranger), proof(withPayer, vault)),
      paidFor(proof(beforeIt, payer), proof(withPayer, vault)),
      paidFor(proof(withPayer, payer), proof(rival, vault)),
      paidFor(proof(withPayer, payer), proof(withPayer, stranger)),
      paidFor({ kind: 'none' }, proof(withPayer, vault)),
    ]) {
      expect(await seen(signed)).toMatchObject(unknown);
    }
  });
});

describe('otherKeys', () => {
  const make = (otherKeys: unknown) =>
    new AptosGateway({
      signer: new RecordingSigner(),
      network: 'aptos-testnet',
      otherKeys: otherKeys as OtherKeys,
    });
  const key = hexOf(stranger.bytes);

  it('takes keys by address, and nothing else', () => {
    expect(make({ [sender]: [key] })).toBeDefined();
    for (const wrong of [{ '0x1': [key] }, { [sender]: ['ab'] }, { [sender]: key }]) {
      expect(() => make(wrong)).toThrow(ConfigurationError);
      expect(() => make(wrong)).toThrow(/otherKeys/);
    }
  });
});
