import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configurationDocument } from './support/configuration.js';
import { surfaceDocument } from './support/document.js';
import { operationDocuments } from './support/operations.js';
import { Types } from './support/types.js';

const SLOW = { timeout: 60_000 };

test('docs/surface.md is what the types say: `npm run docs:surface`', SLOW, () => {
  expect(readFileSync('docs/surface.md', 'utf8')).toBe(surfaceDocument(process.cwd()));
});

test('docs/configuration.md is what types and code say: `npm run docs:configuration`', SLOW, () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationDocument(process.cwd()));
});

test(
  'docs/operations is what gateways and routes say: `npm run docs:operations`',
  SLOW,
  async () => {
    const documents = await operationDocuments(process.cwd());
    expect(readdirSync('docs/operations').sort()).toEqual(Object.keys(documents).sort());
    for (const [name, text] of Object.entries(documents)) {
      expect(readFileSync(`docs/operations/${name}`, 'utf8')).toBe(text);
      // Nothing without an example.
      const chapters = text.split(/^### /m).slice(1);
      expect(chapters.filter((chapter) => !chapter.includes('```ts'))).toEqual([]);
    }
  },
);

test(
  'an editor shows short names of types, and a first sentence that says what it does',
  SLOW,
  () => {
    const files = ['xrpl', 'aptos', 'stacks'].map((chain) => `src/${chain}/gateway.ts`);
    const types = new Types(process.cwd(), files);
    const [xrpl = '', aptos = '', stacks = ''] = files;
    const shown = [
      types.hover(xrpl, 'XrplGateway', 'transfer'),
      types.hover(xrpl, 'XrplGateway', 'transferToken'),
      types.hover(xrpl, 'XrplGateway', 'offerCreate'),
      types.hover(xrpl, 'XrplGateway', 'getBalances'),
      types.hover(aptos, 'AptosGateway', 'transfer'),
      types.hover(aptos, 'AptosGateway', 'transferToken'),
      types.hover(aptos, 'AptosGateway', 'submitBatch'),
      types.hover(stacks, 'StacksGateway', 'transfer'),
      types.hover(stacks, 'StacksGateway', 'resume'),
      types.hover(stacks, 'StacksGateway', 'createFTTransaction'),
    ];
    expect(shown.join('\n\n')).toMatchInlineSnapshot(`
      "transfer(vaultAccountId: string, params: XrplTransferParams, options?: XrpTransferOptions): Promise<XrplConfirmed | XrplNativeTransfer>
      Sends XRP, by the custody platform's own transfer where it offers one, or by a raw-signed Payment.

      transferToken(vaultAccountId: string, params: XrplTransferTokenParams, options?: XrplTransactionOptions): Promise<XrplConfirmed>
      Sends an issued token, or a multi-purpose one.

      offerCreate(vaultAccountId: string, params: OfferCreateParams, options?: XrplTransactionOptions): Promise<XrplConfirmed>
      Places an offer on the ledger's decentralised exchange (OfferCreate).

      getBalances(vaultAccountId: string, options?: CallOptions): Promise<XrplBalances>
      What the vault holds.

      transfer(vaultAccountId: string, params: AptosTransferParams, options?: AptosTransactionOptions): Promise<AptosConfirmed>
      Sends the native coin.

      transferToken(vaultAccountId: string, params: AptosTransferTokenParams | TransferTokenParams, options?: AptosTransactionOptions): Promise<AptosConfirmed>
      Sends a token: a fungible asset by the address of its metadata, or a coin by its type.

      submitBatch(vaultAccountId: string, transactions: readonly AptosBatchEntry[], options?: AptosBatchOptions): Promise<AptosBatchResult>
      Signs several transactions of a vault account with one approval and submits them in order: with consecutive numbers, up to as many in one request as the signer takes (127 at Fireblocks), more in one request after another.

      transfer(vaultAccountId: string, params: StacksPayment, options?: StacksTransactionOptions | undefined): Promise<StacksConfirmed>
      transfer(vaultAccountId: string, params: StacksTransferParams, options?: StacksTransactionOptions | undefined): Promise<StacksAnswer<StacksConfirmed, Strict>>
      Sends STX.

      resume(vaultAccountId: string, idempotencyKey: string, options?: KeyedCallOptions): Promise<StacksConfirmed | StacksBatchResult>
      Goes on with what a key began, in this process or another: waits for its signature, submits, confirms.

      createFTTransaction(vaultAccountId: string, recipientAddress: string, amount: StacksAmount, token: CustomToken | 'sBTC' | 'USDCx', note?: string | undefined, options?: TokenTransactionOptions): Promise<StacksAnswer<StacksConfirmed, Strict>>
      Sends a token by SIP-010: sBTC, USDCx, or any other by its contract."
    `);
  },
);
