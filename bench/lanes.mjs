// The cost of many calls that wait for one account: CPU of a transfer, as ratios within one run, with lanes in
// memory and in a store, and then with a thousand vaults with ten waiting calls each. Signatures are made here,
// and the node accepts everything at once, so the calls wait only for the lane.
//
//   npm run bench:lanes
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { decode } from 'ripple-binary-codec';
import { LocalRawSigner } from '../dist/signer/index.js';
import { memoryStore } from '../dist/store/index.js';
import { XrplGateway, XrplNodeError } from '../dist/xrpl/index.js';
import { isMain, median, print } from './table.mjs';

const WAITING = [20, 1_000, 10_000];
const VAULTS = [1, 1_000];
const WAITING_EACH = 10;
const DESTINATION = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** A ledger that has every transaction at once, and forgets it after the first look-up. */
class InstantNode {
  #sequences = new Map();
  #applied = new Map();

  async request(command, params) {
    switch (command) {
      case 'server_state':
        return { state: { network_id: 1 } };
      case 'fee':
        return {
          drops: { base_fee: '10', minimum_fee: '10', open_ledger_fee: '10' },
          ledger_current_index: 90_000_001,
        };
      case 'account_info':
        return this.#account(params);
      case 'submit':
        return this.#take(params.tx_blob);
      case 'tx':
        return this.#found(params.transaction);
      default:
        throw new XrplNodeError('unknownCmd', command);
    }
  }

  #account({ account, ledger_index }) {
    const Sequence = this.#sequences.get(account) ?? 1_000;
    const account_data = { Account: account, Balance: '1000000000', Flags: 0, OwnerCount: 0 };
    const at =
      ledger_index === 'validated'
        ? { ledger_index: 90_000_000, validated: true }
        : { ledger_current_index: 90_000_001 };
    return { account_data: { ...account_data, Sequence }, ...at };
  }

  #take(blob) {
    const digest = createHash('sha512').update('TXN\0').update(blob, 'hex').digest('hex');
    const fields = decode(blob);
    this.#sequences.set(fields.Account, fields.Sequence + 1);
    this.#applied.set(digest.slice(0, 64).toUpperCase(), fields);
    return { engine_result: 'tesSUCCESS', accepted: true, applied: true };
  }

  #found(hash) {
    const fields = this.#applied.get(hash);
    if (!fields) throw new XrplNodeError('txnNotFound');
    this.#applied.delete(hash);
    return {
      hash,
      tx_json: fields,
      meta: { TransactionIndex: 0, TransactionResult: 'tesSUCCESS' },
      ledger_index: 90_000_001,
      validated: true,
    };
  }
}

/** Signs at once, and declares that it remembers requests, since a journal would add its own cost. */
function instantSigner() {
  const signer = new LocalRawSigner({ seed: 'bench', quiet: true });
  const keys = new Map();
  return {
    capabilities: { ...signer.capabilities, remembers: true },
    async getPublicKey(key) {
      const known = keys.get(key.id) ?? (await signer.getPublicKey(key));
      keys.set(key.id, known);
      return known;
    },
    sign: (request, options) => signer.sign(request, options),
  };
}

/**
 * The cost of one transfer, in milliseconds of CPU and in bytes, with a number of calls waiting for each of a
 * number of vaults.
 */
async function measure({ waiting, vaults, isShared, transfers }) {
  collectGarbage();
  const heapBefore = process.memoryUsage().heapUsed;
  const gateway = new XrplGateway({
    signer: instantSigner(),
    network: { url: 'http://127.0.0.1:9', networkId: 1 },
    transport: new InstantNode(),
    lanes: { maxWaiting: waiting + 1, ...(isShared && { store: memoryStore() }) },
  });
  const over = new AbortController();
  const options = { native: false, signal: over.signal, laneTimeoutMs: 3_600_000 };
  const input = { destination: DESTINATION, amount: '1' };
  const ends = [];
  let paid = 0;
  let tell;
  const payOn = async (vault) => {
    while (!over.signal.aborted) {
      await gateway.xrpTransfer(vault, input, options);
      paid += 1;
      tell();
    }
  };
  const paidBy = (count) =>
    new Promise((resolve) => {
      tell = () => paid >= count && resolve();
    });
  // By then every call is in the queue, and every vault has been used.
  const isWarm = paidBy(2 * Math.max(10, vaults));
  for (let call = 0; call <= waiting; call++) {
    for (let vault = 0; vault < vaults; vault++) ends.push(payOn(`${vault}`));
  }
  const isOver = Promise.allSettled(ends);
  await Promise.race([isWarm, Promise.all(ends)]);
  collectGarbage();
  const heapWaiting = process.memoryUsage().heapUsed;
  const [from, before] = [paid, process.cpuUsage()];
  await paidBy(from + transfers);
  const { user, system } = process.cpuUsage(before);
  const count = paid - from;
  over.abort();
  await isOver;
  return {
    ms: (user + system) / 1_000 / count,
    // With few calls, it would measure the gateway's own memory, not that of the calls.
    bytesEach: ends.length < 1_000 ? undefined : (heapWaiting - heapBefore) / ends.length,
  };
}

/** The median of several rounds in which the cases alternate, so that other load of the machine affects all of them. */
async function compare(cases, rounds) {
  const heard = cases.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, one] of cases.entries()) heard[at].push(await measure(one));
  }
  return heard.map((results) => ({
    ms: median(results.map(({ ms }) => ms)),
    bytesEach: median(results.map(({ bytesEach }) => bytesEach)),
  }));
}

function rowsOf(names, results, where) {
  const [first] = results;
  return results.map(({ ms, bytesEach }, at) => {
    const memory = bytesEach === undefined ? '' : `, ${(bytesEach / 1_024).toFixed(1)} KB a call`;
    const of = `the CPU with ${names[0]} (${ms.toFixed(2)} ms${memory})`;
    return { what: `a transfer, ${names[at]}, lanes ${where}`, ratio: ms / first.ms, of };
  });
}

/** The rows of one vault and many, with lanes in memory and in a store. */
export async function laneRows({ rounds = 3, transfers = 100, waiting = WAITING } = {}) {
  const rows = [];
  for (const isShared of [false, true]) {
    const where = isShared ? 'in a store' : 'in memory';
    const lines = waiting.map((calls) => ({ waiting: calls, vaults: 1, isShared, transfers }));
    const names = waiting.map((calls) => `1 vault with ${calls} waiting`);
    rows.push(...rowsOf(names, await compare(lines, rounds), where));
    const many = VAULTS.map((vaults) => ({
      waiting: WAITING_EACH,
      vaults,
      isShared,
      transfers: Math.max(transfers, vaults),
    }));
    const sizes = VAULTS.map((vaults) => `${vaults} vaults with ${WAITING_EACH} waiting each`);
    rows.push(...rowsOf(sizes, await compare(many, rounds), where));
  }
  return rows;
}

if (isMain(import.meta.url)) print(await laneRows());
