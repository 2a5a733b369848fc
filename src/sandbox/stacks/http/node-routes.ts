import { isObject } from '../../../core/json.js';
import { hashOf } from '../chain/blocks.js';
import { hex128, Rejection } from '../chain/rejection.js';
import { cycleOf, cycleStart, type Machine } from '../machine.js';
import { bootAddress } from '../wire/principals.js';
import { UndecodableError } from '../wire/transaction.js';
import { principalIn, Refusal, type RouteHandler } from './route.js';

export const info: RouteHandler = ({ node }) => {
  const { tip } = node.blocks;
  const { burnHeight } = node.machine;
  const consensus = hashOf(`consensus ${burnHeight}`).slice(2, 42);
  return {
    status: 200,
    json: {
      peer_version: 402_653_196,
      pox_consensus: consensus,
      burn_block_height: burnHeight,
      stable_pox_consensus: consensus,
      stable_burn_block_height: Math.max(0, burnHeight - 1),
      server_version: 'custody-gateways sandbox',
      network_id: node.chainId,
      parent_network_id: 3_669_344_250,
      stacks_tip_height: tip.height,
      stacks_tip: tip.hash.slice(2),
      stacks_tip_consensus_hash: consensus,
      genesis_chainstate_hash: hashOf('genesis').slice(2),
      unanchored_tip: null,
      unanchored_seq: null,
      tenure_height: tip.height,
      exit_at_block_height: null,
      is_fully_synced: true,
      node_public_key: null,
      node_public_key_hash: null,
      last_pox_anchor: {
        anchor_block_hash: hashOf('anchor').slice(2),
        anchor_block_txid: hashOf('anchor transaction').slice(2),
      },
      stackerdbs: [],
    },
  };
};

export const account: RouteHandler = ({ node, parts, query }) => {
  const principal = principalIn(parts);
  const { unlocked, locked, unlockHeight } = node.machine.account(principal);
  return {
    status: 200,
    json: {
      balance: hex128(unlocked),
      locked: hex128(locked),
      unlock_height: unlockHeight,
      nonce: Number(node.nonceOf(principal)),
      ...(query.get('proof') === '0' ? {} : { balance_proof: '', nonce_proof: '' }),
    },
  };
};

export const pox: RouteHandler = ({ node }) => ({ status: 200, json: poxJson(node.machine) });

function poxJson(machine: Machine): Record<string, unknown> {
  const { cycles, burnHeight, stackingMinimum } = machine;
  const boot = bootAddress(machine.network);
  const current = cycleOf(cycles, burnHeight);
  const next = cycleStart(cycles, current + 1);
  const prepare = next - cycles.prepareLength;
  const version = (name: string, since: number, cycle: number) => ({
    contract_id: `${boot}.${name}`,
    activation_burnchain_block_height: since,
    first_reward_cycle_id: cycle,
  });
  const isPox5 = machine.pox === 'pox-5';
  return {
    contract_id: `${boot}.${machine.pox}`,
    pox_activation_threshold_ustx: 0,
    first_burnchain_block_height: cycles.firstBurnHeight,
    current_burnchain_block_height: burnHeight,
    prepare_phase_block_length: cycles.prepareLength,
    reward_phase_block_length: cycles.cycleLength - cycles.prepareLength,
    reward_slots: 2 * (cycles.cycleLength - cycles.prepareLength),
    rejection_fraction: null,
    total_liquid_supply_ustx: Number(machine.totalSupply),
    current_cycle: {
      id: current,
      min_threshold_ustx: Number(stackingMinimum),
      stacked_ustx: 0,
      is_pox_active: true,
    },
    next_cycle: {
      id: current + 1,
      min_threshold_ustx: Number(stackingMinimum),
      min_increment_ustx: Number(machine.totalSupply / 8_000n),
      stacked_ustx: 0,
      prepare_phase_start_block_height: prepare,
      blocks_until_prepare_phase: prepare - burnHeight,
      reward_phase_start_block_height: next,
      blocks_until_reward_phase: next - burnHeight,
      ustx_until_pox_rejection: null,
    },
    epochs: [isPox5 ? epoch('Epoch40', 0x10) : epoch('Epoch34', 0x0f)],
    current_epoch: isPox5 ? 'Epoch40' : 'Epoch34',
    min_amount_ustx: Number(stackingMinimum),
    prepare_cycle_length: cycles.prepareLength,
    reward_cycle_id: current,
    reward_cycle_length: cycles.cycleLength,
    rejection_votes_left_required: null,
    next_reward_cycle_in: next - burnHeight,
    // The next contract may be listed before it is active: only `contract_id` tells which one is.
    contract_versions: [
      version('pox-4', cycles.firstBurnHeight, 0),
      version('pox-5', isPox5 ? burnHeight : next, isPox5 ? current : current + 1),
    ],
    ...(isPox5 ? sbtcJson(machine) : {}),
  };
}

function sbtcJson({ sbtcToken }: Machine): Record<string, unknown> {
  const [token = ''] = sbtcToken.split('::');
  const [address] = token.split('.');
  return {
    pox_5_sbtc_contract: token,
    pox_5_sbtc_registry_contract: `${address}.sbtc-registry`,
  };
}

/** As if there had been no other before it. */
function epoch(name: string, version: number): Record<string, unknown> {
  return {
    epoch_id: name,
    start_height: 0,
    end_height: Number.MAX_SAFE_INTEGER,
    block_limit: {
      read_count: 15_000,
      read_length: 100_000_000,
      runtime: 5_000_000_000,
      write_count: 15_000,
      write_length: 15_000_000,
    },
    network_epoch: version,
  };
}

export const submit: RouteHandler = ({ node, request }) => {
  try {
    const { txid } = node.submit(bodyBytes(request));
    return { status: 200, json: txid.slice(2) };
  } catch (error) {
    if (error instanceof UndecodableError) throw undecodable(error.message);
    if (!(error instanceof Rejection)) throw error;
    return { status: 400, json: error.toJson() };
  }
};

/** As bytes, or as JSON: the transaction's hex by itself, or under `tx`. */
function bodyBytes({ body, json, headers }: Parameters<RouteHandler>[0]['request']): Uint8Array {
  if (headers['content-type']?.startsWith('application/json') !== true) return body;
  const hex = isObject(json) ? json.tx : json;
  if (typeof hex !== 'string' || !/^(0x)?([0-9a-f]{2})+$/i.test(hex)) {
    throw undecodable('Failed to parse tx');
  }
  return Buffer.from(hex.replace(/^0x/, ''), 'hex');
}

/** As the node words what it cannot read: of the transaction itself, nothing is said. */
function undecodable(message: string): Refusal {
  const text = `Failed to decode: Failed to deserialize posted transaction: ${message}`;
  return new Refusal({ status: 400, text });
}
