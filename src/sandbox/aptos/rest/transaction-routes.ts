import type { LoopbackAnswer } from '../../loopback/peer.js';
import { FUNGIBLE_ASSETS } from '../address.js';
import { MalformedBcs } from '../bcs/reader.js';
import { littleEndian } from '../bcs/writer.js';
import { touchedBy } from '../chain/node.js';
import { MAX_GAS_AMOUNT } from '../chain/prologue.js';
import { primaryBalance } from '../move/fungible-assets.js';
import { NotModelled } from '../transaction/payload.js';
import {
  gasPayerOf,
  isSigned,
  readSignedTransaction,
  type SignedTransaction,
} from '../transaction/signed-transaction.js';
import {
  ApiError,
  badRequest,
  invalidInput,
  notFound,
  pruned,
  prunedList,
  vmError,
} from './answer-error.js';
import { integerOf, pageOf, type RestHandler, type RestRequest } from './request.js';
import {
  blockTransactionJson,
  committedJson,
  pendingJson,
  submittedJson,
  userTransaction,
} from './transaction-json.js';

const SIGNED_TRANSACTION = 'application/x.aptos.signed_transaction+bcs';

function readSubmitted({ http }: RestRequest): SignedTransaction {
  const type = http.headers['content-type']?.split(';')[0]?.trim();
  if (type !== SIGNED_TRANSACTION) {
    const message = `the \`Content-Type\` requested by the client is not supported: ${type ?? ''}`;
    throw new ApiError(415, 'web_framework_error', message);
  }
  try {
    return readSignedTransaction(http.body);
  } catch (error) {
    if (error instanceof MalformedBcs) {
      throw invalidInput(`Failed to deserialize input into SignedTransaction: ${error.message}`);
    }
    if (error instanceof NotModelled) {
      throw invalidInput(`The sandbox does not model ${error.message}.`);
    }
    throw error;
  }
}

export const submitTransaction: RestHandler = (request) => {
  const tx = readSubmitted(request);
  const answer = { status: 202, json: submittedJson(request.node, tx) };
  if (request.losing) return answer;
  const submitted = request.node.submit(tx);
  switch (submitted.kind) {
    case 'accepted':
      return answer;
    case 'refused':
      throw vmError(submitted.status);
    case 'invalid-update':
      throw new ApiError(400, 'invalid_transaction_update', submitted.message);
    case 'full':
      throw new ApiError(507, 'mempool_is_full', submitted.message);
  }
};

export const simulateTransaction: RestHandler = (request) => {
  const { node, block } = request;
  const given = readSubmitted(request);
  if (isSigned(given)) {
    throw invalidInput('Simulated transactions must not have a valid signature');
  }
  const tx = estimated(given, request);
  const { outcome, draft } = node.simulate(tx);
  const json = userTransaction(node, {
    version: block.lastVersion,
    tx,
    outcome,
    touched: touchedBy(draft),
    timestamp: block.timestamp,
    state: draft,
  });
  const headers = { 'x-aptos-gas-used': `${outcome.gasUsed}` };
  return { status: 200, json: [{ ...json, ...ZERO_PROOFS }], headers };
};

const ZERO_HASH = `0x${'0'.repeat(64)}`;
const ZERO_PROOFS = {
  state_change_hash: ZERO_HASH,
  event_root_hash: ZERO_HASH,
  accumulator_root_hash: ZERO_HASH,
};

/** Puts the node's own figures where the query asks for them. */
function estimated(
  tx: SignedTransaction,
  { query, node: { gas }, state }: RestRequest,
): SignedTransaction {
  const wants = (flag: string) => query.get(flag) === 'true';
  const priority = wants('estimate_prioritized_gas_unit_price');
  const standard = wants('estimate_gas_unit_price') ? gas.standard : tx.gasUnitPrice;
  const gasUnitPrice = priority ? gas.high : standard;
  if (!wants('estimate_max_gas_amount')) return { ...tx, gasUnitPrice };
  const balance = primaryBalance(state, gasPayerOf(tx), FUNGIBLE_ASSETS);
  const affordable = gasUnitPrice > 0n ? balance / gasUnitPrice : MAX_GAS_AMOUNT;
  const maxGasAmount = affordable < MAX_GAS_AMOUNT ? affordable : MAX_GAS_AMOUNT;
  return { ...tx, gasUnitPrice, maxGasAmount };
}

function hashPart({ parts }: RestRequest): string {
  const text = parts[0] ?? '';
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(text)) {
    throw badRequest('failed to parse path `txn_hash`: Invalid hex string');
  }
  return `0x${text.replace(/^0x/, '').toLowerCase()}`;
}

/** What this node knows of a transaction, if it knows anything. */
function lookUp(request: RestRequest, hash: string, upTo: number) {
  const { node } = request;
  const committed = node.ledger.byHash(hash);
  if (committed !== undefined && committed.version <= upTo) {
    return { final: true, json: committedJson(node, committed) };
  }
  const pending = node.mempool.find(hash);
  return pending === undefined ? undefined : { final: false, json: pendingJson(node, pending) };
}

function found(known: ReturnType<typeof lookUp>, hash: string): LoopbackAnswer {
  if (known !== undefined) return { status: 200, json: known.json };
  throw notFound('transaction_not_found', 'Transaction', `Transaction hash(${hash})`);
}

export const getByHash: RestHandler = (request) => {
  const hash = hashPart(request);
  return found(lookUp(request, hash, request.version), hash);
};

/** How long the node keeps a question about what waits in its mempool. */
const WAIT_MS = 1_000;

export const waitByHash: RestHandler = async (request) => {
  const hash = hashPart(request);
  const { node } = request;
  // A node that is behind stays behind by as much.
  const behind = node.ledger.latest.lastVersion - request.version;
  let late = false;
  const deadline = request.sleep(WAIT_MS).then(() => {
    late = true;
  });
  for (;;) {
    const known = lookUp(request, hash, node.ledger.latest.lastVersion - behind);
    if (known === undefined || known.final || late) return found(known, hash);
    await Promise.race([node.nextBlock(), deadline]);
  }
};

const USER = Uint8Array.of(0);
/** Stands for what a transaction did, of which nothing here reads the BCS. */
const UNREAD = new Uint8Array(64);

export const getByVersion: RestHandler = (request) => {
  const version = integerOf(request.parts[0] ?? '', 'txn_version');
  if (version > request.version) {
    throw notFound('transaction_not_found', 'Transaction', `Ledger version(${version})`);
  }
  if (version < request.node.ledger.oldest.firstVersion) {
    throw pruned(request.node, 'version_pruned', `Ledger version(${version})`);
  }
  const committed = request.node.ledger.byVersion(version);
  if (committed !== undefined && request.http.headers.accept?.includes('application/x-bcs')) {
    return {
      status: 200,
      bytes: Buffer.concat([littleEndian(BigInt(version), 8), USER, committed.tx.bytes, UNREAD]),
    };
  }
  return { status: 200, json: versionJson(request, version) };
};

export const listTransactions: RestHandler = (request) => {
  const { start, limit } = pageOf(request.query);
  const first = start ?? Math.max(0, request.version + 1 - limit);
  if (first < request.node.ledger.oldest.firstVersion) throw prunedList(request.node, first);
  const count = Math.max(0, Math.min(limit, request.version + 1 - first));
  const versions = Array.from({ length: count }, (_, index) => first + index);
  return { status: 200, json: versions.map((version) => versionJson(request, version)) };
};

function versionJson({ node }: RestRequest, version: number) {
  const committed = node.ledger.byVersion(version);
  if (committed !== undefined) return committedJson(node, committed);
  return blockTransactionJson(node.ledger.blockOf(version) ?? node.ledger.latest, version);
}
