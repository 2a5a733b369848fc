import type { SandboxClock } from '../../clock.js';
import type { FaultBook, FaultEffect } from '../../loopback/faults.js';
import {
  type LoopbackAnswer,
  type LoopbackRequest,
  LoopbackServer,
} from '../../loopback/http-server.js';
import type { Block } from '../chain/ledger.js';
import type { AptosNode } from '../chain/node.js';
import { ApiError } from './answer-error.js';
import { ledgerHeaders } from './ledger-routes.js';
import { type GasPrices, versionOf } from './request.js';
import { routeOf } from './routes.js';

export interface FullnodeServerOptions {
  readonly node: AptosNode;
  readonly clock: SandboxClock;
  readonly faults: FaultBook;
  readonly port: number;
  readonly latencyMs: number;
}

const DEFAULT_PRICES: GasPrices = { low: 100n, standard: 100n, high: 150n };

/** The fullnode's REST API, version 1. */
export class FullnodeServer {
  readonly http: LoopbackServer;
  gas: GasPrices = DEFAULT_PRICES;
  readonly #node: AptosNode;
  readonly #clock: SandboxClock;

  constructor(options: FullnodeServerOptions) {
    this.#node = options.node;
    this.#clock = options.clock;
    this.http = new LoopbackServer({ ...options, name: 'aptos' }, (request, effect) =>
      this.#answer(request, effect),
    );
  }

  async #answer(
    request: LoopbackRequest,
    effect: FaultEffect | undefined,
  ): Promise<LoopbackAnswer> {
    const node = this.#node;
    node.catchUp();
    const { latest } = node.ledger;
    const behind = effect?.kind === 'stale' ? effect.versions : 0;
    const block = behind > 0 ? node.ledger.blockUpTo(latest.lastVersion - behind) : latest;
    try {
      const answer = await this.#route(request, {
        block,
        losing: effect?.kind === 'lose-submission',
      });
      // What was waited for is newer than what was known when the question came.
      const seen = behind > 0 ? block : node.ledger.latest;
      return withHeaders(answer, ledgerHeaders(node, seen));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return withHeaders(error.answer, ledgerHeaders(node, block));
    }
  }

  #route(
    http: LoopbackRequest,
    { block, losing }: { readonly block: Block; readonly losing: boolean },
  ): LoopbackAnswer | Promise<LoopbackAnswer> {
    const match = routeOf(http.method, http.path);
    if (match === 'path') throw new ApiError(404, 'web_framework_error', 'not found');
    if (match === 'method') throw new ApiError(405, 'web_framework_error', 'method not allowed');
    if (http.headers.accept?.includes('application/x-bcs')) {
      throw new ApiError(403, 'api_disabled', 'BCS output is disabled on this endpoint');
    }
    const query = new URLSearchParams(http.path.split('?')[1] ?? '');
    const version = versionOf(query, block);
    const state = this.#node.ledger.world.at(version);
    const sleep = (ms: number) => this.#clock.sleep(ms);
    const { parts } = match;
    const { gas } = this;
    const node = this.#node;
    return match.handler({ node, http, parts, query, block, version, state, gas, losing, sleep });
  }
}

function withHeaders(
  answer: LoopbackAnswer,
  headers: Readonly<Record<string, string>>,
): LoopbackAnswer {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}
