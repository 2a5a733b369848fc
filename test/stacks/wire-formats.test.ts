import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { RecordingSigner } from '../support/recording-signer.js';

/** What other processes and other versions have to be able to read, for ever. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ stacks: { blockMs: 20, network: 'mainnet' } });
});
afterAll(() => sandbox.stop());

test('the id, the note and the payload of a request are frozen', async () => {
  const signer = new RecordingSigner('frozen');
  const gateway = new StacksGateway({ signer, network: sandbox.stacks, summaryLength: 0 });
  const [sender, recipient] = [await gateway.getAddress('0'), await gateway.getAddress('1')];
  sandbox.stacks.fund(sender, 100_000_000n);
  const options = { idempotencyKey: 'frozen-1', note: 'rent', memo: 'May', fee: '0.0005 STX' };
  const sent = await gateway.createNativeTransaction('0', recipient, '1.5', options);
  expect(sent).toMatchObject({ success: true });
  const { sbtc } = sandbox.stacks.contracts;
  sandbox.stacks.mintToken(sbtc, sender, 10n);
  const token = { idempotencyKey: 'frozen-2', fee: '0.0007 STX' };
  await gateway.createFTTransaction('0', recipient, '0.00000005', 'sBTC', undefined, token);
  const [transfer, call] = signer.requests;
  expect([sender, recipient]).toMatchInlineSnapshot(`
    [
      "SP3PX7HN1N1HA085Y8JAVN9CYK060416E0AWMRPH7",
      "SPEVEEN757F2944XBP0D6PSVW58C5XY25ES6ZC6B",
    ]
  `);
  expect([transfer?.idempotencyKey, transfer?.note]).toMatchInlineSnapshot(`
    [
      "cg-4748814499dbd37c6103dca2079c02ce44d7e39a",
      "rent (not of its key alone) [cg1 435ebcdf67d24d7a44c8ebd48586ac9b s0 500 - 1 frozen-1]",
    ]
  `);
  expect(transfer?.unhashedPayload).toMatchInlineSnapshot(`
    {
      "hex": "0x00000000010400edd3c6a1a862a020be4495baa59e980c0204ce02000000000000000000000000000001f40000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000302000000000005161db73aa729de24909d5d80d35b3be150c2f7c22b000000000016e3604d617900000000000000000000000000000000000000000000000000000000000000",
      "transaction": {
        "chainId": 1,
        "content": {
          "amount": "1500000",
          "kind": "transfer",
          "memo": "May",
          "recipient": "SPEVEEN757F2944XBP0D6PSVW58C5XY25ES6ZC6B",
        },
        "fee": "500",
        "kind": "transaction",
        "network": "mainnet",
        "nonce": "0",
        "postConditionMode": "deny",
        "postConditions": [],
        "sender": "SP3PX7HN1N1HA085Y8JAVN9CYK060416E0AWMRPH7",
      },
      "type": "StacksTransaction",
    }
  `);
  expect([call?.idempotencyKey, call?.note]).toMatchInlineSnapshot(`
    [
      "cg-b3d76315e62d45946924131c58929084ab9df676",
      "(not of its key alone) [cg1 c080b831db8cc21fb267fb536569302a s1 700 - 1 frozen-2]",
    ]
  `);
  expect(call?.unhashedPayload).toMatchInlineSnapshot(`
    {
      "hex": "0x00000000010400edd3c6a1a862a020be4495baa59e980c0204ce02000000000000000100000000000002bc000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030200000001010216edd3c6a1a862a020be4495baa59e980c0204ce0214f6decc7cfff2a413bd7cd4f53c25ad7fd1899acc0a736274632d746f6b656e0a736274632d746f6b656e0100000000000000050214f6decc7cfff2a413bd7cd4f53c25ad7fd1899acc0a736274632d746f6b656e087472616e736665720000000401000000000000000000000000000000050516edd3c6a1a862a020be4495baa59e980c0204ce0205161db73aa729de24909d5d80d35b3be150c2f7c22b09",
      "transaction": {
        "chainId": 1,
        "content": {
          "contract": "SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token",
          "functionArgs": [
            "u5",
            "'SP3PX7HN1N1HA085Y8JAVN9CYK060416E0AWMRPH7",
            "'SPEVEEN757F2944XBP0D6PSVW58C5XY25ES6ZC6B",
            "none",
          ],
          "functionName": "transfer",
          "kind": "contract-call",
        },
        "fee": "700",
        "kind": "transaction",
        "network": "mainnet",
        "nonce": "1",
        "postConditionMode": "deny",
        "postConditions": [
          {
            "address": "SP3PX7HN1N1HA085Y8JAVN9CYK060416E0AWMRPH7",
            "amount": "5",
            "asset": "SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token::sbtc-token",
            "condition": "eq",
            "type": "ft-postcondition",
          },
        ],
        "sender": "SP3PX7HN1N1HA085Y8JAVN9CYK060416E0AWMRPH7",
      },
      "type": "StacksTransaction",
    }
  `);
});
