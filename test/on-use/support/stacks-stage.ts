import { Cl, makeUnsignedSTXTokenTransfer } from '@stacks/transactions';
import * as whole from '../../../src/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import type {
  ContractCallParams,
  StacksGateway,
  StacksGatewayOptions,
} from '../../../src/stacks/index.js';
import { FAST } from '../../support/world.js';
import { between, custodyOf, HELD, PATIENT } from './settings.js';
import type { WatchedPackage } from './watched-package.js';
import { type Act, writerOf } from './writer.js';
import type { Stage, Write } from './writes.js';

type Gateway = StacksGateway<true>;

const OTHER = '0';
const FRIEND = '1';
const FUNDS = 500_000_000_000n;

/** All that is done on Stacks, with one of its stacking contracts. */
export async function stacksStage(
  { gateways }: WatchedPackage,
  pox: 'pox-4' | 'pox-5',
): Promise<Stage> {
  const sandbox = await startSandbox({
    stacks: { blockMs: 10, pox },
    vaultAccounts: 2_000,
    approvals: HELD,
  });
  const { stacks } = sandbox;
  const newGateway = (more: Partial<StacksGatewayOptions> = {}, from = gateways): Gateway =>
    new from.StacksGateway<true>({
      signer: new from.FireblocksRawSigner(custodyOf(sandbox)),
      network: stacks,
      polling: FAST,
      defaults: PATIENT,
      ...more,
      strict: true,
    });
  const to = await newGateway().getAddress(OTHER);
  const friend = await newGateway().getAddress(FRIEND);
  const fund = async (vault: string) => {
    const address = await newGateway().getAddress(vault);
    stacks.fund(address, FUNDS);
    stacks.mintToken(stacks.contracts.sbtc, address, 1_000n);
  };
  const pay: Act<Gateway> = (gateway, vault, options) =>
    gateway.transfer(vault, { to, amount: 1n }, options);
  const wholeGateway = () => newGateway({}, whole);
  const { write, onHeld, approve } = writerOf({
    sandbox,
    watched: (defaults, more?: Partial<StacksGatewayOptions>) => newGateway({ defaults, ...more }),
    whole: wholeGateway,
    fund,
    pay,
  });
  /** Blocks come again shortly after a submission: without one, what it is to replace stays where it is. */
  const resuming = () =>
    between(
      (body, url) => body !== undefined && url.endsWith('/v2/transactions'),
      async () => void setTimeout(() => stacks.resumeBlocks(), 100),
    );
  const { signerManager, sbtc } = stacks.contracts;
  const stake: Act<Gateway> = (gateway, vault, options) =>
    gateway.stake(vault, { signerManager, amount: 200_000, cycles: 2 }, options);
  const solo: Act<Gateway> = (gateway, vault, options) =>
    gateway.stackSolo(vault, { amount: 200_000, lockPeriod: 2 }, options);

  /** A transfer of sBTC, which fails for anybody else than its holder. */
  const tokenCall = (holder: string, units: number): ContractCallParams => ({
    contract: sbtc.replace(/::.*/, ''),
    functionName: 'transfer',
    functionArgs: [Cl.uint(units), Cl.principal(holder), Cl.principal(friend), Cl.none()],
    postConditionMode: 'allow',
  });

  const common: readonly Write[] = [
    write('transfer', pay),
    write('transfer of a token', (gateway, vault, options) =>
      gateway.transferToken(vault, { token: 'sBTC', to, amount: 1n }, options),
    ),
    write('createNativeTransaction', (gateway, vault, options) =>
      gateway.createNativeTransaction(vault, to, '1', options),
    ),
    write('createFTTransaction', (gateway, vault, options) =>
      gateway.createFTTransaction(vault, to, '1 units', 'sBTC', undefined, options),
    ),
    write('callContract', async (gateway, vault, options) =>
      gateway.callContract(vault, tokenCall(await gateway.getAddress(vault), 5), options),
    ),
    write('callContract that fails', async (gateway, vault, options) =>
      gateway.callContract(vault, tokenCall(to, 5), { ...options, trial: 'off' }),
    ),
    write('submit', async (gateway, vault, options) => {
      const transaction = await makeUnsignedSTXTokenTransfer({
        recipient: to,
        amount: 1n,
        fee: 300n,
        nonce: 0n,
        publicKey: await gateway.getPublicKey(vault),
        network: 'testnet',
      });
      return gateway.submit(vault, transaction, options);
    }),
    write('batch', (gateway, vault, options) =>
      gateway.submitBatch(
        vault,
        [1, 2].map((amount) => ({
          transactionType: 'transfer',
          params: { recipientAddress: to, amount },
        })),
        options,
      ),
    ),
    {
      name: 'replaceTransaction',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        stacks.pauseBlocks();
        const options = { fee: '0.0003 STX', confirmTimeoutMs: 0 };
        const error = await pay(wholeGateway(), vault, options).catch((cause: unknown) => cause);
        const hash = hashIn(error);
        return (defaults) =>
          newGateway({ defaults, fetch: resuming() }).replaceTransaction(
            vault,
            hash,
            {},
            { fee: '0.01 STX', idempotencyKey },
          );
      },
    },
    {
      name: 'transfer whose nonce another one spends',
      begin: async (vault, idempotencyKey) => {
        await fund(vault);
        stacks.pauseBlocks();
        const options = { fee: '0.0003 STX', idempotencyKey, confirmTimeoutMs: 0 };
        const error = await pay(wholeGateway(), vault, options).catch((cause: unknown) => cause);
        await wholeGateway()
          .replaceTransaction(vault, hashIn(error), {}, { fee: '0.01 STX', confirmTimeoutMs: 0 })
          .catch(() => undefined);
        await stacks.mineBlock();
        stacks.resumeBlocks();
        return (defaults) => newGateway({ defaults }).resume(vault, idempotencyKey);
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
        stacks.pauseBlocks();
        const options = { fee: '0.0003 STX', idempotencyKey, confirmTimeoutMs: 0 };
        await pay(wholeGateway(), vault, options).catch(() => undefined);
        return (defaults) =>
          newGateway({ defaults, fetch: resuming() }).cancel(vault, idempotencyKey);
      },
    },
  ];
  const stacking: readonly Write[] =
    pox === 'pox-5'
      ? [
          write('stake', stake),
          write(
            'updateStake',
            (gateway, vault, options) => gateway.updateStake(vault, { cycles: 1 }, options),
            {},
            stake,
          ),
          write(
            'unstake',
            (gateway, vault, options) => gateway.unstake(vault, {}, options),
            {},
            stake,
          ),
          write(
            'claimRewards',
            (gateway, vault, options) => gateway.claimRewards(vault, {}, options),
            {},
            stake,
          ),
          write('stackSolo', (gateway, vault, options) =>
            gateway.stackSolo(vault, { amount: 200_000, lockPeriod: 2, signerManager }, options),
          ),
        ]
      : [
          write('stackSolo', solo),
          write(
            'increaseStackedAmount',
            (gateway, vault, options) =>
              gateway.increaseStackedAmount(vault, { increaseBy: 1_000 }, options),
            {},
            solo,
          ),
          write(
            'extendStackingPeriod',
            (gateway, vault, options) =>
              gateway.extendStackingPeriod(vault, { extendCycles: 1 }, options),
            {},
            solo,
          ),
          write('revokeDelegation', (gateway, vault, options) =>
            gateway.revokeDelegation(vault, options),
          ),
        ];
  const older: Write = {
    name: 'transfer where the API is an older one',
    begin: (vault, idempotencyKey) => {
      stacks.setApi({ release: '8.13.1' });
      return write('', pay).begin(vault, idempotencyKey);
    },
  };
  return { sandbox, writes: pox === 'pox-5' ? [...common, ...stacking, older] : stacking };
}

function hashIn(error: unknown): string {
  const { transaction } = error as { transaction?: { hash?: string } };
  return transaction?.hash ?? '';
}
