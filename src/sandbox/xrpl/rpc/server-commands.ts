import type { ClosedLedger } from '../ledger/closed-ledgers.js';
import { currentFee, feeLevel, LOAD_BASE, larger, minimumFee } from '../ledger/fees.js';
import { humanTime } from '../ledger/ripple-time.js';
import type { LedgerNode } from '../node.js';
import { MAX_QUEUED } from '../submission/queue.js';
import type { Command } from './command.js';
import { completeLedgers } from './ledger-choice.js';

const BUILD_VERSION = '2.5.0';
const DROPS = 1_000_000;
const MEDIAN_FEE = 5_000n;
const EXPECTED_LEDGER_SIZE = 1_000;

export const ping: Command = () => ({});

export const fee: Command = ({ node }) => {
  const { fees, openIndex, openTransactions } = node.ledgers;
  const open = currentFee(fees);
  return {
    current_ledger_size: `${openTransactions.length}`,
    current_queue_size: `${node.submission.queue.size}`,
    drops: {
      base_fee: `${fees.baseFee}`,
      median_fee: `${larger(MEDIAN_FEE, open)}`,
      minimum_fee: `${minimumFee(fees)}`,
      open_ledger_fee: `${open}`,
    },
    expected_ledger_size: `${EXPECTED_LEDGER_SIZE}`,
    ledger_current_index: openIndex,
    levels: {
      median_level: `${feeLevel(fees, larger(MEDIAN_FEE, open))}`,
      minimum_level: `${feeLevel(fees, minimumFee(fees))}`,
      open_ledger_level: `${feeLevel(fees, open)}`,
      reference_level: `${LOAD_BASE}`,
    },
    max_queue_size: `${MAX_QUEUED}`,
  };
};

export const serverInfo: Command = ({ node }) => {
  const { validated } = node.ledgers;
  return {
    info: {
      ...common(node),
      hostid: 'sandbox',
      last_close: { converge_time_s: 0, proposers: 0 },
      load_factor: loadFactor(node) / LOAD_BASE,
      ports: [],
      validated_ledger: {
        age: ageOf(node, validated),
        base_fee_xrp: Number(validated.fees.baseFee) / DROPS,
        hash: validated.hash,
        reserve_base_xrp: Number(validated.fees.reserveBase) / DROPS,
        reserve_inc_xrp: Number(validated.fees.reserveIncrement) / DROPS,
        seq: validated.index,
      },
      validator_list: { count: 0, expiration: 'never', status: 'active' },
    },
  };
};

export const serverState: Command = ({ node }) => {
  const { fees, validated } = node.ledgers;
  return {
    state: {
      ...common(node),
      last_close: { converge_time: 0, proposers: 0 },
      load_base: LOAD_BASE,
      load_factor: loadFactor(node),
      load_factor_fee_escalation: Number(feeLevel(fees, currentFee(fees))),
      load_factor_fee_queue: LOAD_BASE,
      load_factor_fee_reference: LOAD_BASE,
      load_factor_server: fees.loadFactor,
      validated_ledger: {
        base_fee: Number(validated.fees.baseFee),
        close_time: validated.closeTime,
        hash: validated.hash,
        reserve_base: Number(validated.fees.reserveBase),
        reserve_inc: Number(validated.fees.reserveIncrement),
        seq: validated.index,
      },
      validator_list_expires: 0,
    },
  };
};

function common(node: LedgerNode): Record<string, unknown> {
  const uptimeMs = node.unixMs - node.startedAt;
  const still = { duration_us: '0', transitions: '0' };
  return {
    build_version: BUILD_VERSION,
    complete_ledgers: completeLedgers(node),
    io_latency_ms: 1,
    jq_trans_overflow: '0',
    network_id: node.networkId,
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 1,
    pubkey_node: node.publicKey,
    server_state: 'full',
    server_state_duration_us: `${uptimeMs * 1_000}`,
    state_accounting: {
      connected: still,
      disconnected: still,
      full: { duration_us: `${uptimeMs * 1_000}`, transitions: '1' },
      syncing: still,
      tracking: still,
    },
    time: humanTime(node.time),
    uptime: Math.floor(uptimeMs / 1_000),
    validation_quorum: 1,
  };
}

/** In 256ths: what to multiply the base fee with to get into the open ledger now. */
function loadFactor(node: LedgerNode): number {
  const { fees } = node.ledgers;
  return Math.max(fees.loadFactor, Number(feeLevel(fees, currentFee(fees))));
}

function ageOf(node: LedgerNode, ledger: ClosedLedger): number {
  return Math.max(0, node.time - ledger.closeTime);
}
