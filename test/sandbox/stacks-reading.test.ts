import { Cl, Pc, type PostCondition, postConditionToHex } from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPermission } from '../../src/sandbox/stacks/model/signer-signature.js';
import { readTransaction } from '../../src/sandbox/stacks/wire/transaction.js';
import { clarityValue } from '../support/clarity/values.js';
import { runs } from '../support/runs.js';
import { StacksClient } from '../support/stacks-client.js';
import { readStacksTransaction, stacksTxid } from '../support/stacks-reader.js';

const client = new StacksClient('', `${'7c'.repeat(32)}01`);
const CONTRACT = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG.token';

const principal = fc.constantFrom(client.address, CONTRACT);
const units = fc.bigInt(0n, 2n ** 64n - 1n);
const origin = Pc.origin();
const condition: fc.Arbitrary<PostCondition> = fc.oneof(
  fc.tuple(principal, units).map(([who, amount]) => Pc.principal(who).willSendLte(amount).ustx()),
  fc
    .tuple(principal, units)
    .map(([who, amount]) => Pc.principal(who).willSendGt(amount).ft(CONTRACT, 'coin')),
  fc
    .tuple(principal, clarityValue)
    .map(([who, id]) => Pc.principal(who).willNotSendAsset().nft(`${CONTRACT}::card`, id)),
  units.map((amount) => origin.willSendEq(amount).ustxToLock()),
  fc.constantFrom(origin.willPerformPox(), origin.mayPerformPox(), origin.willNotPerformPox()),
);

describe('a contract call', () => {
  test('is read alike by the library, the sandbox and a reader of our own', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(clarityValue, { maxLength: 4 }),
        fc.array(condition, { maxLength: 4 }),
        fc.constantFrom('allow' as const, 'deny' as const, 'originator' as const),
        async (args, postConditions, mode) => {
          const options = { nonce: 7n, fee: 9n, mode, postConditions };
          const tx = await client.call(CONTRACT, 'do-it', args, options);
          const bytes = tx.serializeBytes();
          const own = readStacksTransaction(bytes);
          const read = readTransaction(bytes);
          expect([read.txid, stacksTxid(bytes)]).toEqual([`0x${tx.txid()}`, tx.txid()]);
          expect([read.nonce, read.fee, read.mode]).toEqual([7n, 9n, mode]);
          expect(own.postConditionMode).toBe({ allow: 1, deny: 2, originator: 3 }[mode]);
          expect(own.payload).toMatchObject({
            type: 'call',
            name: 'token',
            functionName: 'do-it',
            args: args.map((value) => Cl.serialize(value)),
          });
          expect(read.payload).toMatchObject({ contract: CONTRACT, functionName: 'do-it' });
          expect(read.postConditions.map(postConditionToHex)).toEqual(own.postConditions);
          expect(own.postConditions).toEqual(postConditions.map(postConditionToHex));
        },
      ),
      runs(100),
    );
  });

  test('a stake of pox-5 as others encode it', () => {
    const bytes = Buffer.from(STAKE, 'hex');
    const own = readStacksTransaction(bytes);
    expect(own.postConditions).toEqual(['0301010000000df8475800']);
    expect(own).toMatchObject({ version: 0, chainId: 1, postConditionMode: 2, fee: 10_000n });
    expect(readTransaction(bytes)).toMatchObject({
      network: 'mainnet',
      mode: 'deny',
      postConditions: [
        {
          type: 'staking-postcondition',
          address: 'origin',
          condition: 'eq',
          amount: '60000000000',
        },
      ],
      payload: {
        contract: 'SP000000000000000000002Q6VF78.pox-5',
        functionName: 'stake',
        args: [
          Cl.principal('SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP.fastpool-1-signer-manager'),
          Cl.uint(60_000_000_000),
          Cl.uint(3),
          Cl.uint(972_000),
          Cl.none(),
        ],
      },
    });
  });
});

test("a pox-4 signer's permission is good for what it says, and for nothing else", () => {
  const permission = {
    chainId: 0x80000000,
    poxAddress: Cl.tuple({
      version: Cl.bufferFromHex('00'),
      hashbytes: Cl.bufferFromHex('85d300b605fa25c983af5ceaf5b67b2b2b45c013'),
    }),
    rewardCycle: 2,
    topic: 'stack-stx',
    period: 12n,
    authId: 0n,
    maxAmount: 1_000n,
  };
  expect(checkPermission(permission, SIGNATURE, SIGNER)).toBe('good');
  expect(checkPermission({ ...permission, period: 11n }, SIGNATURE, SIGNER)).toBe('other-key');
  expect(checkPermission({ ...permission, chainId: 1 }, SIGNATURE, SIGNER)).toBe('other-key');
  expect(checkPermission(permission, '00'.repeat(65), SIGNER)).toBe('unreadable');
});

const STAKE =
  '000000000104007321b74e2b6a7e949e6c4ad313035b1665095017000000000000000000000000000027100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000302000000010301010000000df84758000216000000000000000000000000000000000000000005706f782d35057374616b6500000005061683ed66860315e334010bbfb76eb3eef887efee0a1966617374706f6f6c2d312d7369676e65722d6d616e616765720100000000000000000000000df8475800010000000000000000000000000000000301000000000000000000000000000ed4e009';
const SIGNATURE =
  '0108b3e2ce099d3ef41b54008a404ac7e958bb5b89dfe7eacc7422e577af52e262449e657864e4cf9d74a81ba32b5600514f741d04ae6f4f18ce711e18a5ad2700';
const SIGNER = '0329f14a91005e6b1e6f7df9d032f0f17c86a3eae25fa148e631f846486c91025f';
