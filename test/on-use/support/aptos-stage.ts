import type {
  AptosGateway,
  AptosGatewayOptions,
  AptosTransactionOptions,
} from '../../../src/aptos/index.js';
import { encodeUnsigned } from '../../../src/aptos/wire/bcs/transaction.js';
import { systemClock } from '../../../src/core/clock.js';
import * as whole from '../../../src/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import { FAST } from '../../support/world.js';
import { between, custodyOf, HELD, PATIENT } from './settings.js';
import type { WatchedPackage } from './watched-package.js';
import { writerOf } from './writer.js';
import type { Stage, Write } from './writes.js';

const OTHER = '0';
const HOUR_MS = 3_600_000;

/** All that is done on Aptos. */
export async function aptosStage({ gateways }: WatchedPackage): Promise<Stage> {
  const sandbox = await startSandbox({ aptosBlockMs: 10, vaultAccounts: 2_000, approvals: HELD });
  const { aptos } = sandbox;
  const newGateway = (more: Partial<AptosGatewayOptions> = {}, from = gateways) =>
    new from.AptosGateway({
      signer: new from.FireblocksRawSigner(custodyOf(sandbox)),
      network: aptos,
      polling: FAST,
      defaults: PATIENT,
      ...more,
    });
  const to = await newGateway().getAddress(OTHER);
  aptos.fund(to, 1_000_000_000n);
  const asset = aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
  const fund = async (vault: string) => {
    const address = await newGateway().getAddress(vault);
    aptos.fund(address, 1_000_000_000n);
    aptos.mint(asset, address, 1_000_000n);
  };
  const pay = (gateway: AptosGateway, vault: string, options: AptosTransactionOptions) =>
    gateway.transfer(vault, { to, amount: 1n }, options);
  const wholeGateway = () => newGateway({}, whole);
  const { write, onHeld, approve } = writerOf({
    sandbox,
    watched: (defaults, more?: Partial<AptosGatewayOptions>) => newGateway({ defaults, ...more }),
    whole: wholeGateway,
    fund,
    pay,
  });
  const point = { x: 1, y: '2' };
  const structs = {
    function: `${aptos.sampleModule}::record_structs`,
    functionArguments: [
      point,
      { Empty: {} },
      [],
      point,
      { first: 12, others: '0x' },
      { first: point, others: [] },
      { value: '4294967296' },
    ],
  };

  const writes: readonly Write[] = [
    write('transfer', pay),
    write('transfer of a token', (gateway, vault, options) =>
      gateway.transferToken(vault, { token: asset, to, amount: '0.5 tokens' }, options),
    ),
    write('transfer of a token, as specified', (gateway, vault, options) =>
      gateway.transferToken(vault, { recipientAddress: to, amount: 1n, tokenType: asset }, options),
    ),
    write('transferMove', (gateway, vault, options) =>
      gateway.transferMove(vault, { recipientAddress: to, amount: 1 }, options),
    ),
    write('orderless transfer', (gateway, vault, options) =>
      pay(gateway, vault, { ...options, orderless: true }),
    ),
    write('transfer that another account pays for', (gateway, vault, options) =>
      pay(gateway, vault, { ...options, feePayerVaultAccountId: OTHER }),
    ),
    write('call of a function', (gateway, vault, options) =>
      gateway.transferMove(vault, structs, options),
    ),
    write('call that fails', (gateway, vault, options) =>
      gateway.transferMove(
        vault,
        { function: `${aptos.sampleModule}::abort_explained`, functionArguments: [] },
        { ...options, simulate: false, maxGasAmount: 5_000 },
      ),
    ),
    write('batch', (gateway, vault, options) =>
      gateway.submitBatch(
        vault,
        [1, 2].map((amount) => ({
          transactionType: 'transferMove',
          params: { recipientAddress: to, amount },
        })),
        options,
      ),
    ),
    {
      name: 'submit',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        const transaction = encodeUnsigned({
          sender: await wholeGateway().getAddress(vault),
          sequenceNumber: 0n,
          payload: {
            kind: 'entry-function',
            function: '0x1::aptos_account::transfer',
            typeArguments: [],
            arguments: [to, '0x0100000000000000'],
          },
          maxGasAmount: 2_000n,
          gasUnitPrice: 150n,
          expirationTimestampSecs: BigInt(Math.floor(systemClock.now() / 1_000) + 10_000),
          chainId: aptos.chainId,
        });
        return (defaults) =>
          newGateway({ defaults }).submit(vault, transaction, { idempotencyKey });
      },
    },
    write('transfer by a clock that is wrong', pay, {
      clock: { ...systemClock, now: () => systemClock.now() - 20 * HOUR_MS },
    }),
    {
      name: 'transfer whose number another one spends',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        const rival = wholeGateway();
        const spend = () =>
          rival.transferMove(
            vault,
            { recipientAddress: to, amount: 2 },
            { accountSequenceNumber: 0 },
          );
        const isSubmission = (body: unknown, url: string) =>
          body !== undefined && /\/transactions$/.test(url) && url.startsWith(aptos.fullnodeUrl);
        return (defaults) =>
          pay(newGateway({ defaults, fetch: between(isSubmission, spend) }), vault, {
            idempotencyKey,
          });
      },
    },
    onHeld('resume', (gateway, vault, key) => {
      approve();
      return gateway.resume(vault, key);
    }),
    onHeld('cancel before the signature', (gateway, vault, key) => gateway.cancel(vault, key)),
    {
      name: 'cancel after the signature',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        sandbox.inject({ server: 'aptos', effect: { kind: 'lose-submission' } });
        await pay(wholeGateway(), vault, { idempotencyKey, confirmTimeoutMs: 0 }).catch(
          () => undefined,
        );
        return (defaults) => newGateway({ defaults }).cancel(vault, idempotencyKey);
      },
    },
    // From here on the clocks differ.
    {
      name: 'transfer that the node has pruned since',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        await pay(wholeGateway(), vault, { idempotencyKey, orderless: true });
        sandbox.advanceTime(HOUR_MS);
        aptos.forget();
        return (defaults) =>
          pay(newGateway({ defaults }), vault, { idempotencyKey, orderless: true });
      },
    },
  ];
  return { sandbox, writes };
}
