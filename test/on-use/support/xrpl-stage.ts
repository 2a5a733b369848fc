import * as whole from '../../../src/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { memoryStore } from '../../../src/store/index.js';
import type { XrplGateway, XrplGatewayOptions } from '../../../src/xrpl/index.js';
import { FAST } from '../../support/world.js';
import { between, custodyOf, HELD, PATIENT } from './settings.js';
import type { WatchedPackage } from './watched-package.js';
import { type Act, writerOf } from './writer.js';
import type { Stage, Write } from './writes.js';

const OTHER = '0';
const TYPE = '4b5943';

/** All that is done on the XRP Ledger. */
export async function xrplStage({ gateways }: WatchedPackage): Promise<Stage> {
  const sandbox = await startSandbox({ ledgerCloseMs: 20, vaultAccounts: 2_000, approvals: HELD });
  const newGateway = (more: Partial<XrplGatewayOptions> = {}, from = gateways) =>
    new from.XrplGateway({
      signer: new from.FireblocksRawSigner(custodyOf(sandbox)),
      network: { url: sandbox.xrpl.url, networkId: sandbox.xrpl.networkId },
      polling: FAST,
      secondsPerLedger: 0.1,
      defaults: PATIENT,
      nativeTransfers: false,
      ...more,
    });
  const addressOf = (vault: string) => sandbox.custody.addressOf(vault, 'XRP_TEST');
  const other = addressOf(OTHER);
  await sandbox.xrpl.fund(other, 1_000_000_000n);
  const fund = (vault: string) => sandbox.xrpl.fund(addressOf(vault), 1_000_000_000n);
  const usd = { currency: 'USD', issuer: other };

  const pay: Act<XrplGateway> = (gateway, vault, options) =>
    gateway.transfer(vault, { to: other, amount: '1 XRP' }, options);
  const wholeGateway = () => newGateway({}, whole);
  const { write, onHeld, approve } = writerOf({
    sandbox,
    watched: (defaults, more?: Partial<XrplGatewayOptions>) => newGateway({ defaults, ...more }),
    whole: wholeGateway,
    fund,
    pay,
  });

  const writes: readonly Write[] = [
    write('transfer', pay),
    write('transfer of a token', (gateway, vault, options) =>
      gateway.transferToken(vault, { token: usd, to: other, amount: '1 USD' }, options),
    ),
    write('transfer by the custody', (gateway, vault, options) =>
      gateway.xrpTransfer(vault, { destination: other, amount: '1' }, { ...options, native: true }),
    ),
    write('transfer with a Ticket', (gateway, vault, options) =>
      gateway.transfer(vault, { to: other, amount: '1 XRP' }, { ...options, useTickets: true }),
    ),
    write('transfer in a shared lane', pay, { lanes: { store: memoryStore() } }),
    write('transfer that is tried before', (gateway, vault, options) =>
      gateway.transfer(vault, { to: other, amount: '1 XRP' }, { ...options, trial: 'refuse' }),
    ),
    write('submit', (gateway, vault, options) =>
      gateway.submit(vault, { TransactionType: 'AccountSet', Domain: '6578' }, options),
    ),
    write('batch', (gateway, vault, options) =>
      gateway.submitBatch(
        vault,
        ['1', '2'].map((amount) => ({
          transactionType: 'xrpTransfer',
          params: { destination: other, amount },
        })),
        options,
      ),
    ),
    write('executeTransaction', (gateway, vaultAccountId, options) =>
      gateway.executeTransaction({
        transactionType: 'offerCancel',
        vaultAccountId,
        params: { offerSequence: 1 },
        options,
      }),
    ),
    write('offerCreate', (gateway, vault, options) =>
      gateway.offerCreate(vault, { sellAmount: '1', buyAmount: { ...usd, value: '1' } }, options),
    ),
    write('crossCurrencyPayment', (gateway, vault, options) =>
      gateway.crossCurrencyPayment(
        vault,
        { destination: other, amount: { ...usd, value: '1' }, sendMax: '9' },
        options,
      ),
    ),
    write('accountSet', (gateway, vault, options) =>
      gateway.accountSet(vault, { configs: { tickSize: 5 } }, options),
    ),
    write('burnToken', (gateway, vault, options) =>
      gateway.burnToken(vault, { amount: { ...usd, value: '1' } }, options),
    ),
    write('clawback', (gateway, vault, options) =>
      gateway.clawback(vault, { holder: other, currency: 'USD', value: '1' }, options),
    ),
    write('freezeToken', (gateway, vault, options) =>
      gateway.freezeToken(vault, { holder: other, currency: 'USD', freeze: true }, options),
    ),
    write('trustSet', (gateway, vault, options) =>
      gateway.trustSet(vault, { limitAmount: { ...usd, value: '1' } }, options),
    ),
    write('mptokenAuthorize', (gateway, vault, options) =>
      gateway.mptokenAuthorize(vault, { mptIssuanceId: sandbox.xrpl.mptIssuanceId }, options),
    ),
    write('credentialCreate', (gateway, vault, options) =>
      gateway.credentialCreate(vault, { subject: other, credentialType: TYPE }, options),
    ),
    {
      name: 'signature for an account of several',
      begin: async (vault, idempotencyKey) => {
        const shared = { TransactionType: 'AccountSet', Account: other } as const;
        const prepared = await wholeGateway().prepareMultisigned(shared, 1);
        return (defaults) =>
          newGateway({ defaults }).signMultisigned(vault, prepared, { idempotencyKey });
      },
    },
    {
      // No custody is asked: what was signed before is sent.
      name: 'submission of what several have signed',
      begin: async (vault) => {
        const shared = { TransactionType: 'AccountSet', Account: other } as const;
        const prepared = await wholeGateway().prepareMultisigned(shared, 1);
        await fund(vault);
        const signer = await wholeGateway().signMultisigned(vault, prepared);
        return (defaults) => newGateway({ defaults }).submitMultisigned(prepared, [signer]);
      },
    },
    {
      name: 'transfer whose number another one spends',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        const rival = wholeGateway();
        const spend = () => rival.accountSet(vault, { configs: { tickSize: 6 } });
        const isSubmission = (body: unknown) => String(body).includes('"submit"');
        return (defaults) =>
          pay(newGateway({ defaults, fetch: between(isSubmission, spend) }), vault, {
            idempotencyKey,
          });
      },
    },
    onHeld('resume', async (gateway, vault, key) => {
      approve();
      await gateway.resume(vault, key);
    }),
    onHeld('cancel before the signature', (gateway, vault, key) => gateway.cancel(vault, key)),
    {
      name: 'cancel after the signature',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        // It is signed, and nobody takes it.
        const effect = { kind: 'engine-result', result: 'telCAN_NOT_QUEUE' } as const;
        sandbox.inject({ server: 'xrpl', command: 'submit', times: 1, effect });
        await pay(wholeGateway(), vault, {
          idempotencyKey,
          confirmTimeoutMs: 0,
        }).catch(() => {});
        return (defaults) => newGateway({ defaults }).cancel(vault, idempotencyKey);
      },
    },
  ];
  return { sandbox, writes };
}
