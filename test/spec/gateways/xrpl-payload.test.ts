import { createHash } from 'node:crypto';
import { encodeForSigning } from 'ripple-binary-codec';
import { afterAll, beforeAll, expect } from 'vitest';
import type { XrplGateway } from '../../../src/xrpl/index.js';
import { claims, each } from '../support/claims.js';
import { type XrplWorld, xrplWorld } from '../support/gateways.js';
import type { Json } from '../support/http.js';

let world: XrplWorld;
/** What the custody platform was asked for each operation: the last request that it took. */
const requests: Record<string, Json> = {};

beforeAll(async () => {
  world = await xrplWorld();
  const { gateway, sandbox } = world;
  const [holder, issuer, other] = await Promise.all(
    ['0', '1', '2'].map((id) => gateway.getAddress(id)),
  );
  const usd = (value: string) => ({ currency: 'USD', issuer, value });
  const does = async (name: keyof XrplGateway, vault: string, params: Json) => {
    const call: Json = gateway[name].bind(gateway);
    await call(vault, params);
    requests[name] = sandbox.custody.transactions.at(-1)?.json;
  };
  for (const setFlag of [{ asfAllowTrustLineClawback: true }, { asfDefaultRipple: true }]) {
    await does('accountSet', '1', { configs: { setFlag } });
  }
  await does('trustSet', '2', { limitAmount: usd('1000') });
  await does('trustSet', '0', { limitAmount: usd('1000') });
  await does('tokenTransfer', '1', { destination: holder, amount: usd('100') });
  await does('offerCreate', '1', { sellAmount: usd('50'), buyAmount: '50000000' });
  await does('crossCurrencyPayment', '0', {
    destination: other,
    amount: usd('1'),
    sendMax: '5000000',
  });
  await does('offerCancel', '0', { offerSequence: 1 });
  await does('burnToken', '0', { amount: usd('1') });
  await does('freezeToken', '1', { holder, currency: 'USD', freeze: false });
  await does('clawback', '1', { holder, currency: 'USD', value: '1' });
  await does('tokenTransfer', '0', { destination: other, amount: usd('2') });
  await does('xrpTransfer', '0', { destination: other, amount: '1' });
});
afterAll(() => world.stop());

const AT = 'gateways.md / Gateway A / pre-signature validation payload';
const RAW = [
  'offerCreate',
  'offerCancel',
  'crossCurrencyPayment',
  'tokenTransfer',
  'accountSet',
  'burnToken',
  'clawback',
  'freezeToken',
  'trustSet',
] as const;

const extra = (name: string): Json => requests[name].extraParameters;
const unhashed = (): Json => extra('tokenTransfer').unhashedTxPayload;

/** What the ledger signs: the first half of SHA-512 over the transaction's signing form. */
function hashOf(payload: Json): string {
  const bytes = Buffer.from(encodeForSigning(payload), 'hex');
  return createHash('sha512').update(bytes).digest('hex').slice(0, 64);
}

claims('the payload that a co-signer validates', [
  ...each(RAW, (name) => [
    {
      where: `${AT} / ${name} / extraParameters.unhashedTxPayload`,
      holds: () => expect(extra(name).unhashedTxPayload).toEqual(expect.any(Object)),
    },
    {
      where: `${AT} / ${name} / content is the hash of unhashedTxPayload`,
      holds: () => {
        const { content } = extra(name).rawMessageData.messages[0];
        expect(content.toLowerCase()).toBe(hashOf(extra(name).unhashedTxPayload));
      },
    },
    {
      where: `gateways.md / Authentication / ${name} / raw signing`,
      holds: () => expect(requests[name].operation).toBe('RAW'),
    },
  ]),
  {
    where: `${AT} / xrpTransfer / has none`,
    holds: () => {
      expect(requests.xrpTransfer.operation).toBe('TRANSFER');
      expect(requests.xrpTransfer.extraParameters?.unhashedTxPayload).toBeUndefined();
    },
  },
  {
    where: `${AT} / rawMessageData.messages[].content / hex string`,
    holds: () => {
      expect(extra('tokenTransfer').rawMessageData.messages[0].content).toMatch(/^[0-9a-f]{64}$/i);
    },
  },
  ...each(['value', 'issuer', 'currency'], (field) => ({
    where: `${AT} / unhashedTxPayload / Amount / ${field}`,
    holds: () => expect(unhashed().Amount[field]).toEqual(expect.any(String)),
  })),
  ...each(['Fee', 'Account', 'Destination', 'SigningPubKey'], (field) => ({
    where: `${AT} / unhashedTxPayload / ${field}`,
    holds: () => expect(unhashed()[field]).toEqual(expect.any(String)),
  })),
  ...each(['Sequence', 'LastLedgerSequence'], (field) => ({
    where: `${AT} / unhashedTxPayload / ${field}`,
    holds: () => expect(unhashed()[field]).toEqual(expect.any(Number)),
  })),
  {
    where: `${AT} / unhashedTxPayload / TransactionType`,
    holds: () => expect(unhashed().TransactionType).toBe('Payment'),
  },
  {
    where: `${AT} / unhashedTxPayload / is what is signed`,
    holds: async () => {
      const { result }: Json = await world.gateway.accountSet('2', { configs: { tickSize: 5 } });
      const asked: Json = world.sandbox.custody.transactions.at(-1)?.json;
      const { TxnSignature, date: _, ledger_index: __, ...signed } = result.tx_json;
      expect(TxnSignature).toEqual(expect.any(String));
      expect(hashOf(asked.extraParameters.unhashedTxPayload)).toBe(hashOf(signed));
    },
  },
]);
