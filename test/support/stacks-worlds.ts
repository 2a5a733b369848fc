import { Cl, type ClarityValue, privateKeyToPublic, publicKeyToHex } from '@stacks/transactions';
import { SandboxClock } from '../../src/sandbox/clock.js';
import { deriveFrom } from '../../src/sandbox/seed.js';
import type { PoxVersion, StacksAccount } from '../../src/sandbox/stacks/machine.js';
import { MiningNode } from '../../src/sandbox/stacks/mining-node.js';
import {
  type ModelContract,
  principalOf,
  publicFunction,
  responseType,
  uintOf,
} from '../../src/sandbox/stacks/model/contract.js';
import { ModelContracts } from '../../src/sandbox/stacks/model/contracts.js';
import { ModelMachine } from '../../src/sandbox/stacks/model/model-machine.js';
import { tokenContract } from '../../src/sandbox/stacks/model/tokens.js';
import { StacksServer } from '../../src/sandbox/stacks/server.js';
import { DEPLOYER } from './clarity/clarity-machine.js';
import { ClarityNode } from './clarity/clarity-node.js';
import type { Pox5Text } from './clarity/pox5-text.js';
import { signedGrant } from './stacks-signatures.js';

const BOOT = 'ST000000000000000000002AMW42H';
export const POX_4 = `${BOOT}.pox-4`;
export const POX_5 = `${BOOT}.pox-5`;
export const TOKEN = `${DEPLOYER}.token`;
export const COIN = `${TOKEN}::coin` as const;
export const MANAGER = `${DEPLOYER}.signer-manager`;
const CHAIN_ID = 0x80000000;

const SIGNER_KEY = `${'3d'.repeat(32)}01`;

/** A chain that the same transactions can be sent to, whatever executes them. */
export interface StacksWorld {
  readonly url: string;
  readonly burnHeight: number;
  fund(principal: string, amount: bigint): void;
  mint(principal: string, units: bigint): void;
  account(principal: string): StacksAccount;
  tokens(principal: string): bigint;
  mine(): Promise<unknown>;
  burn(blocks: number): void;
  activate(pox: PoxVersion): void;
  stop(): Promise<void>;
}

/** The sandbox's model, with the VM's cycles and contracts. */
export async function modelWorld(pox: PoxVersion): Promise<StacksWorld> {
  const clock = new SandboxClock();
  const cycles = { firstBurnHeight: 0, cycleLength: 20, prepareLength: 5 };
  const common = { network: 'testnet', cycles, burnHeight: 1, pox, sbtcToken: COIN } as const;
  const machine = new ModelMachine(common);
  const contracts = new ModelContracts(
    machine,
    CHAIN_ID,
    {
      pox4: POX_4,
      pox5: POX_5,
      sbtc: COIN,
      usdcx: `${DEPLOYER}.other::other`,
      fastPool: `${DEPLOYER}.fast-pool`,
      signerManager: `${DEPLOYER}.another-manager`,
      nativePool: `${DEPLOYER}.native-pool`,
      nativePoolManager: `${DEPLOYER}.native-pool-manager`,
    },
    deriveFrom('worlds'),
  );
  machine.add(payingToken(machine));
  contracts.addSignerManager(MANAGER, { minimumUstx: 1_000_000n });
  const node = new MiningNode({ clock, machine, chainId: CHAIN_ID, blockMs: 0 });
  const server = new StacksServer({
    node,
    clock,
    fees: { transferRate: 1, estimates: 'none' },
  });
  await server.http.start(0);
  return {
    url: server.http.url,
    get burnHeight() {
      return machine.burnHeight;
    },
    fund: (principal, amount) => machine.state.credit(principal, amount),
    mint: (principal, units) => machine.state.addTokens(COIN, principal, units),
    account: (principal) => machine.account(principal),
    tokens: (principal) => machine.state.tokensOf(COIN, principal),
    mine: () => node.mine(),
    burn: (blocks) => machine.mineBurnBlocks(blocks),
    activate: (version) => machine.activate(version),
    stop: async () => {
      clock.stop();
      await server.http.stop();
    },
  };
}

/** The token with the one function that it has besides SIP-010's. */
function payingToken(machine: ModelMachine): ModelContract {
  const token = tokenContract(machine.state, { contract: TOKEN, asset: 'coin', decimals: 8 });
  const types = { amount: 'uint128', recipient: 'principal' } as const;
  const pay = publicFunction('pay', types, responseType('bool'), (args, { sender, emit }) => {
    const [amount, recipient] = [uintOf(args[0]), principalOf(args[1])];
    if (amount === 0n) return Cl.error(Cl.uint(3));
    if (!machine.state.debit(sender, amount)) return Cl.error(Cl.uint(1));
    machine.state.credit(recipient, amount);
    emit({ kind: 'stx', action: 'transfer', sender, recipient, amount });
    return Cl.ok(Cl.bool(true));
  });
  return { ...token, functions: [...token.functions, pay] };
}

/** The real Clarity VM, with a signer manager that is registered where there is pox-5: its draft, or as deployed. */
export async function clarityWorld(
  pox: PoxVersion,
  text: Pox5Text = 'draft',
): Promise<StacksWorld> {
  const node = await ClarityNode.start(pox, text);
  const { machine } = node;
  const run = (contract: string, functionName: string, args: readonly ClarityValue[]) => {
    const outcome = machine.call({ contract, functionName, args, sender: DEPLOYER });
    const done = outcome.kind === 'executed' && outcome.result.type === 'ok';
    if (!done) throw new Error(`${functionName}: ${JSON.stringify(outcome)}`);
  };
  const activate = (version: PoxVersion) => {
    if (version !== machine.pox) machine.activate(version);
    if (version !== 'pox-5') return;
    const isDraft = text === 'draft';
    machine.install('signer-manager', isDraft ? 'signer-manager' : 'signer-manager-deployed');
    const key = Cl.bufferFromHex(publicKeyToHex(privateKeyToPublic(SIGNER_KEY)));
    const grant = Cl.bufferFromHex(signedGrant(SIGNER_KEY, MANAGER, 1));
    if (isDraft) run(POX_5, 'grant-signer-key', [key, Cl.principal(MANAGER), Cl.uint(1), grant]);
    else run(MANAGER, 'grant-own-key', [key, Cl.uint(1), grant]);
    run(MANAGER, 'register-self', [Cl.principal(MANAGER), key]);
  };
  activate(pox);
  return {
    url: node.url,
    get burnHeight() {
      return machine.burnHeight;
    },
    fund: (principal, amount) => machine.mint(principal, amount),
    mint: (principal, units) => run(TOKEN, 'mint', [Cl.uint(units), Cl.principal(principal)]),
    account: (principal) => machine.account(principal),
    tokens: (principal) => machine.holdings(principal).fungible.get(COIN) ?? 0n,
    mine: () => node.mine(),
    burn: (blocks) => machine.mineBurnBlocks(blocks),
    activate,
    stop: () => node.stop(),
  };
}
