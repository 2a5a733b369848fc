import { Cl, type ClarityValue } from '@stacks/transactions';
import { hashOf } from '../chain/blocks.js';
import { cycleOf, type Machine } from '../machine.js';
import type { StacksNode } from '../node.js';
import { bootAddress } from '../wire/principals.js';
import { notFound, type RouteHandler } from './route.js';
import { badValue, pageOfV3 } from './v3/pages.js';

interface Signer {
  readonly signer: string;
  readonly signerKey: string;
}

const PRINCIPAL =
  /^[0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41}(\.[a-zA-Z]([a-zA-Z0-9]|[-_]){0,39})?$/;

/** The signers of pox-5, page by page, in the order of their names. */
export const stakingSigners: RouteHandler = ({ node, query }) => {
  const page = pageOfV3(
    {
      items: [...node.machine.signers()].sort((a, b) => (a.signer < b.signer ? -1 : 1)),
      cursorOf: ({ signer }: Signer) => signer,
      form: PRINCIPAL,
      isFrom: ({ signer }: Signer, cursor: string) => signer >= cursor,
      defaultLimit: 100,
      maxLimit: 250,
    },
    query,
  );
  return { status: 200, json: { ...page, results: page.results.map(signerJson) } };
};

export const stakingSigner: RouteHandler = ({ node, parts: [principal = ''] }) => {
  const found = node.machine.signers().find(({ signer }) => signer === principal);
  if (found === undefined) throw notFound('Staking signer not found');
  return { status: 200, json: signerJson(found) };
};

/** A signer of a cycle: a key, whichever managers have registered it. */
interface CycleSigner {
  readonly key: string;
  readonly staked: bigint;
  readonly managers: readonly string[];
}

/** Of the current cycle alone, the one with most behind it first. */
export const cycleSigners: RouteHandler = ({ node, parts: [cycle], query }) => {
  if (cycle !== 'current') throw badValue('params/cycle_number must be equal to constant');
  const items = [...signersOf(node)].sort(inOrder);
  const total = items.reduce((sum, { staked }) => sum + staked, 0n);
  const page = pageOfV3(
    {
      items,
      cursorOf: ({ key }: CycleSigner) => `0x${key}`,
      form: /^(0x)?[0-9a-fA-F]{66}$/,
      isFrom: ({ key }: CycleSigner, cursor: string) => `0x${key}` === cursor,
      defaultLimit: 100,
      maxLimit: 250,
    },
    query,
  );
  const results = page.results.map((signer) => cycleSignerJson(node, signer, total));
  return { status: 200, json: { ...page, results } };
};

function inOrder(a: CycleSigner, b: CycleSigner): number {
  if (a.staked !== b.staked) return a.staked > b.staked ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}

function signersOf({ machine }: StacksNode): readonly CycleSigner[] {
  const cycle = Cl.uint(cycleOf(machine.cycles, machine.burnHeight));
  const keys = new Map<string, CycleSigner>();
  for (const { signer, signerKey: key } of machine.signers()) {
    const args = [Cl.principal(signer), cycle];
    const staked = read(machine, 'get-amount-delegated-for-signer', args);
    const own = staked.type === 'uint' ? BigInt(staked.value) : 0n;
    const known = keys.get(key) ?? { key, staked: 0n, managers: [] };
    const managers = [...known.managers, signer];
    if (own > 0n) keys.set(key, { key, staked: known.staked + own, managers });
  }
  return [...keys.values()];
}

function read(machine: Machine, functionName: string, args: readonly ClarityValue[]): ClarityValue {
  const contract = `${bootAddress(machine.network)}.pox-5`;
  return machine.readOnly({ contract, functionName, args, sender: bootAddress(machine.network) });
}

function cycleSignerJson({ machine }: StacksNode, signer: CycleSigner, total: bigint) {
  const { key, staked, managers } = signer;
  const percent = Number((staked * 10_000n) / total) / 100;
  const signerKey = Cl.bufferFromHex(key);
  return {
    signing_key: `0x${key}`,
    weight: { amount: 1, percent },
    staked_stx: { amount: `${staked}`, percent },
    signer_managers: managers.map((manager) => {
      const args = [Cl.principal(manager), signerKey];
      const isGranted = read(machine, 'verify-signer-key-grant', args).type === 'ok';
      const grant = { signer_key: `0x${key}`, auth_id: '1', tx_id: hashOf(`grant ${manager}`) };
      return {
        signer_manager: manager,
        registered_at: {
          block_height: 1,
          bitcoin_block_height: machine.cycles.firstBurnHeight,
          tx_id: hashOf(`registration ${manager}`),
        },
        granted_keys: isGranted ? [grant] : [],
        grant_active: isGranted,
        pending_key_update: null,
      };
    }),
  };
}

function signerJson({ signer, signerKey }: Signer) {
  return { signer, signer_key: `0x${signerKey}` };
}
