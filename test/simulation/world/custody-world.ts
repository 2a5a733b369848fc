import { generateKeyPairSync } from 'node:crypto';
import type { Fetch } from '../../../src/core/http.js';
import { isObject } from '../../../src/core/json.js';
import type { FireblocksRawSigner } from '../../../src/fireblocks/index.js';
import type { SandboxClock } from '../../../src/sandbox/clock.js';
import { CODES } from '../../../src/sandbox/custody/api-error.js';
import type { CustodySandboxOptions } from '../../../src/sandbox/custody/custody-parts.js';
import { CustodySandbox } from '../../../src/sandbox/custody/custody-sandbox.js';
import type { ApprovalRequest, DetailedDecision } from '../../../src/sandbox/index.js';
import type { LoopbackAnswer, LoopbackRequest } from '../../../src/sandbox/loopback/peer.js';
import type { Derive } from '../../../src/sandbox/seed.js';
import type { Store } from '../../../src/store/index.js';
import type { Peer } from '../network/network.js';
import type { Heard } from '../network/progress.js';
import type { Weather } from '../network/weather.js';
import type { CustodyEvidence } from '../oracle/evidence.js';
import type { SimulatedProcess } from '../process/simulated-process.js';
import { Chance } from '../schedule/chance.js';
import { EPOCH_MS, type Scheduler } from '../schedule/scheduler.js';
import type { ChainWorld } from './chain-world.js';
import type { Webhooks } from './webhooks.js';

/** One for all: making one takes longer than a schedule. */
const { privateKey: RSA_KEY } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** How people decide: at once, late, in any order, or never; or so that what cancels waits longest. */
export type ApprovalMood = 'at-once' | 'late' | 'mixed' | 'unwilling' | 'slow-to-cancel';

interface CustodyWorldOptions {
  readonly scheduler: Scheduler;
  readonly weather: Weather;
  readonly clock: SandboxClock;
  readonly derive: Derive;
  readonly seed: string;
  readonly mood: ApprovalMood;
  readonly reuseSignatures: boolean;
  readonly chains: CustodySandboxOptions['chains'];
  /** Where it tells what is new of a request, if it does. */
  readonly webhooks: Webhooks | undefined;
}

const ENDED = new Set(['COMPLETED', 'CANCELLED', 'BLOCKED', 'REJECTED', 'FAILED']);
/** What the custody refuses with, whoever asks and whatever it has. */
const REFUSALS: ReadonlyMap<number, { readonly code: number; readonly message: string }> = new Map([
  [400, { code: CODES.undocumented, message: 'The request is not valid' }],
  [401, { code: CODES.tokenNotAccepted, message: 'JWT is not accepted' }],
  [403, { code: CODES.insufficientPermissions, message: 'The user may not do this now' }],
  [404, { code: CODES.vaultNotFound, message: 'The vault account was not found' }],
  [409, { code: CODES.undocumented, message: 'Another request is being handled' }],
  [429, { code: CODES.undocumented, message: 'Too many requests' }],
]);
/** The seeds that have found something keep their meaning only while the waits stay as they were. */
const POLLING = { firstMs: 250, factor: 1.6, maxMs: 5_000 };
/** The end of the note of a transaction that cancels another. */
const CANCELS = /cancel:cg-[0-9a-f]{40}\S*\]$/;
const CREATE = '/v1/transactions';
const BY_EXTERNAL_ID = '/v1/transactions/external_tx_id/';

/** The custody, whose reads may lag behind what it took, and the people who approve. */
export class CustodyWorld implements Peer {
  readonly name = 'custody';
  readonly #options: CustodyWorldOptions;
  readonly #sandbox: CustodySandbox;
  /** From when on a request is shown to those who don't know its id. */
  readonly #askedBy = new Map<string, string>();
  readonly #shownFromMs = new Map<string, number>();

  private constructor(options: CustodyWorldOptions, sandbox: CustodySandbox) {
    this.#options = options;
    this.#sandbox = sandbox;
  }

  static async create(options: CustodyWorldOptions): Promise<CustodyWorld> {
    const { clock, derive, reuseSignatures, chains, webhooks } = options;
    const world: { custody?: CustodyWorld } = {};
    const sandbox = await CustodySandbox.create({
      clock,
      derive,
      approvals: (request) => world.custody?.decide(request) ?? 'approve',
      vaultAccounts: 3,
      reuseSignatures,
      chains,
      rsaKeys: async () => RSA_KEY,
      fetch: webhooks?.fetch,
    });
    if (webhooks) sandbox.webhooksTo('https://hooks');
    world.custody = new CustodyWorld(options, sandbox);
    return world.custody;
  }

  signerOf(process: SimulatedProcess, fetch: Fetch, store: Store | undefined): FireblocksRawSigner {
    const { webhooks } = this.#options;
    const expected = { silenceMs: 20_000, ...(store === undefined ? {} : { store }) };
    const signer = new process.product.FireblocksRawSigner({
      apiKey: this.#sandbox.apiKey,
      apiSecret: RSA_KEY,
      basePath: 'https://custody',
      fetch,
      polling: POLLING,
      clock: process.clock,
      random: process.random,
      ...(webhooks === undefined ? {} : { webhooks: expected }),
    });
    webhooks?.receive(process, signer);
    return signer;
  }

  addressOf(vault: string, chain: ChainWorld): string {
    const { key } = chain;
    const path = [44, key.coinType, Number(vault), 0, 0];
    return chain.addressOfKey(this.#sandbox.publicKeyOf({ path, algorithm: key.algorithm }));
  }

  letSignaturesWin(): void {
    this.#sandbox.letSignaturesWin(3);
  }

  stageOf({ method, path }: LoopbackRequest): string {
    if (path.includes('public_key_info')) return 'key';
    if (method === 'POST') return path.endsWith('/cancel') ? 'cancel' : 'create';
    if (path.startsWith(BY_EXTERNAL_ID)) return 'find';
    return path.startsWith('/v1/transactions?') ? 'list' : 'read';
  }

  refusalOf(status: number): unknown {
    const { code, message } = REFUSALS.get(status) ?? {};
    return code === undefined ? undefined : { message, code };
  }

  createdBy({ method, path, json }: LoopbackRequest): string | undefined {
    if (method !== 'POST' || path !== CREATE || !isObject(json)) return undefined;
    return `${json.externalTxId}`;
  }

  keyIn(request: LoopbackRequest): string | undefined {
    return this.stageOf(request) === 'key' ? request.path : undefined;
  }

  heardIn(request: LoopbackRequest, { status, json }: LoopbackAnswer): readonly Heard[] {
    if (status !== 200) return [];
    const created = this.createdBy(request);
    if (created !== undefined) {
      return isObject(json) ? [{ externalTxId: created, isSigned: false, isUnsure: false }] : [];
    }
    const isFound = this.stageOf(request) === 'find';
    const shown: readonly unknown[] = Array.isArray(json) ? json : [json];
    return shown.filter(isObject).flatMap(({ externalTxId, signedMessages, status }) => {
      const isSigned = signedMessages !== undefined;
      const isUnsure = isFound && status === 'CANCELLED';
      return typeof externalTxId === 'string' ? [{ externalTxId, isSigned, isUnsure }] : [];
    });
  }

  async handle(request: LoopbackRequest, _: Chance, sender: string): Promise<LoopbackAnswer> {
    const answer = await this.#sandbox.handle(request);
    const created = this.createdBy(request);
    if (created !== undefined && answer.status === 200) this.#created(created, sender);
    return this.#asShown(request, answer);
  }

  /** What a person, or a rule, decides. Once all is well again, everything is approved. */
  decide({ externalTxId, expiresAt, note }: ApprovalRequest): DetailedDecision {
    const { seed, mood, weather, clock } = this.#options;
    const chance = new Chance(`${seed} approval ${externalTxId}`);
    const windowMs = Math.max(1, expiresAt - clock.now());
    if (weather.isOver || mood === 'at-once') return { decision: 'approve' };
    if (mood === 'slow-to-cancel') {
      return CANCELS.test(note ?? '') ? decisionToCancel(chance, windowMs) : soon(chance);
    }
    const afterMs = chance.spread(100, windowMs);
    if (mood === 'late') return { decision: 'approve', afterMs };
    const decision = chance.pick([
      'approve',
      'approve',
      mood === 'mixed' ? 'approve' : 'reject',
      'reject',
      'block',
      'fail',
      'wait',
      'authorize',
    ] as const);
    const status = decision === 'reject' && chance.happens(0.5) ? { status: 'CANCELLED' } : {};
    return chance.happens(0.5) ? { decision, ...status } : { decision, afterMs, ...status };
  }

  /** Whether any request still waits for the people who approve. */
  get isUndecided(): boolean {
    return this.#sandbox.transactions.some(({ status }) => !ENDED.has(status));
  }

  get evidence(): readonly CustodyEvidence[] {
    return this.#sandbox.transactions.map(({ id, externalTxId = '', status, history, json }) => {
      const native = json.operation === 'TRANSFER' ? { native: nativeOf(json) } : {};
      const at = (history[0]?.at ?? EPOCH_MS) - EPOCH_MS;
      const signed = json.signedMessages !== undefined;
      const end = signed ? undefined : history.find((change) => ENDED.has(change.status));
      return {
        at,
        externalTxId,
        process: this.#askedBy.get(externalTxId),
        shownFrom: this.#shownFromMs.get(externalTxId),
        id,
        digests: digestsOf(json),
        status,
        signed,
        endedAt: end && end.at - EPOCH_MS,
        payload: payloadOf(json),
        ...native,
      };
    });
  }

  #created(externalTxId: string, sender: string): void {
    this.#askedBy.set(externalTxId, sender);
    const { scheduler, weather, seed } = this.#options;
    const chance = new Chance(`${seed} lag ${externalTxId}`);
    const name = `lag ${externalTxId}`;
    if (!weather.hasFault('custody-lags') || !chance.happens(0.5)) return;
    if (!weather.note(name, 'custody-lags', 'custody create')) return;
    this.#shownFromMs.set(externalTxId, scheduler.nowMs + chance.spread(500, 240_000));
  }

  #isHidden(externalTxId: unknown): boolean {
    const { scheduler } = this.#options;
    return (this.#shownFromMs.get(`${externalTxId}`) ?? 0) > scheduler.nowMs;
  }

  #asShown(request: LoopbackRequest, answer: LoopbackAnswer): LoopbackAnswer {
    const { path } = request;
    if (path.startsWith(BY_EXTERNAL_ID)) {
      const id = decodeURIComponent(path.slice(BY_EXTERNAL_ID.length));
      if (!this.#isHidden(id) || answer.status !== 200) return answer;
      const message = `No transaction with external id ${id} was found`;
      return { status: 404, json: { message, code: 1404 } };
    }
    if (!Array.isArray(answer.json) || this.stageOf(request) !== 'list') return answer;
    const entries: readonly unknown[] = answer.json;
    const shown = entries.filter((entry) => isObject(entry) && !this.#isHidden(entry.externalTxId));
    return { ...answer, json: shown };
  }
}

/** In time for those who wait for it, or a bit later. */
function soon(chance: Chance): DetailedDecision {
  return { decision: 'approve', afterMs: chance.spread(100, 60_000) };
}

function decisionToCancel(chance: Chance, windowMs: number): DetailedDecision {
  const decision = chance.pick(['wait', 'wait', 'wait', 'approve', 'approve', 'reject'] as const);
  return { decision, afterMs: chance.spread(1_000, windowMs) };
}

function digestsOf({ extraParameters }: Readonly<Record<string, unknown>>): readonly string[] {
  const data = isObject(extraParameters) ? extraParameters.rawMessageData : undefined;
  const messages: unknown = isObject(data) ? data.messages : undefined;
  if (!Array.isArray(messages)) return [];
  return messages.map((message: unknown) => (isObject(message) ? `${message.content}` : ''));
}

/** What approvers are shown of what they sign. */
function payloadOf({ extraParameters }: Readonly<Record<string, unknown>>): unknown {
  return isObject(extraParameters) ? extraParameters.unhashedTxPayload : undefined;
}

function nativeOf(json: Readonly<Record<string, unknown>>) {
  const { amountInfo, destinationAddress, txHash } = json;
  const amount = isObject(amountInfo) ? `${amountInfo.amount}` : '';
  const hash = typeof txHash === 'string' && txHash !== '' ? txHash : undefined;
  return { destination: `${destinationAddress}`, amount, hash };
}
