import type { SandboxClock } from '../../clock.js';
import type { FaultEffect } from '../../loopback/faults.js';
import { LoopbackServer } from '../../loopback/http-server.js';
import {
  type LoopbackAnswer,
  type LoopbackHandler,
  LoopbackPeer,
  type LoopbackRequest,
  type PeerOptions,
} from '../../loopback/peer.js';
import type { Block } from '../chain/ledger.js';
import type { AptosNode } from '../chain/node.js';
import { ApiError } from './answer-error.js';
import { ledgerHeaders } from './ledger-routes.js';
import { versionOf } from './request.js';
import { routeOf } from './routes.js';
import { getByVersion } from './transaction-routes.js';

export interface FullnodeServerOptions extends PeerOptions {
  readonly node: AptosNode;
  /** Answers below {@link ARCHIVE}. */
  readonly archive: AptosNode;
}

/** Where the archive is, on the same server. */
export const ARCHIVE = '/archive';

/** The fullnode's REST API, version 1, on loopback. */
export class FullnodeServer {
  readonly peer: LoopbackPeer;
  readonly http: LoopbackServer;

  constructor(options: FullnodeServerOptions) {
    const ofNode = restHandler(options.node, options.clock);
    const ofArchive = restHandler(options.archive, options.clock);
    const handler: LoopbackHandler = (request, effect) => {
      const { path } = request;
      if (!path.startsWith(`${ARCHIVE}/`)) return ofNode(request, effect);
      return ofArchive({ ...request, path: path.slice(ARCHIVE.length) }, effect);
    };
    this.peer = new LoopbackPeer({ ...options, name: 'aptos' }, handler);
    this.http = new LoopbackServer(this.peer);
  }
}

/** A node's REST API. */
export function restHandler(node: AptosNode, clock: SandboxClock): LoopbackHandler {
  return async (request, effect) => answer({ node, clock }, request, effect);
}

interface Served {
  readonly node: AptosNode;
  readonly clock: SandboxClock;
}

async function answer(
  served: Served,
  request: LoopbackRequest,
  effect: FaultEffect | undefined,
): Promise<LoopbackAnswer> {
  const { node } = served;
  node.catchUp();
  const { latest } = node.ledger;
  const behind = effect?.kind === 'stale' ? effect.versions : 0;
  const block = behind > 0 ? node.ledger.blockUpTo(latest.lastVersion - behind) : latest;
  try {
    const answered = await route(served, request, {
      block,
      losing: effect?.kind === 'lose-submission',
    });
    // What was waited for is newer than what was known when the question came.
    const seen = behind > 0 ? block : node.ledger.latest;
    return withHeaders(answered, ledgerHeaders(node, seen));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return withHeaders(error.answer, ledgerHeaders(node, block));
  }
}

function route(
  { node, clock }: Served,
  http: LoopbackRequest,
  { block, losing }: { readonly block: Block; readonly losing: boolean },
): LoopbackAnswer | Promise<LoopbackAnswer> {
  const match = routeOf(http.method, http.path);
  if (match === 'path') throw new ApiError(404, 'web_framework_error', 'not found');
  if (match === 'method') throw new ApiError(405, 'web_framework_error', 'method not allowed');
  if (http.headers.accept?.includes('application/x-bcs') && match.handler !== getByVersion) {
    throw new ApiError(403, 'api_disabled', 'The sandbox writes no BCS here');
  }
  const query = new URLSearchParams(http.path.split('?')[1] ?? '');
  const version = versionOf(query, block);
  const state = node.ledger.world.at(version);
  const sleep = (ms: number) => clock.sleep(ms);
  const { parts } = match;
  return match.handler({ node, http, parts, query, block, version, state, losing, sleep });
}

function withHeaders(
  answer: LoopbackAnswer,
  headers: Readonly<Record<string, string>>,
): LoopbackAnswer {
  return { ...answer, headers: { ...headers, ...answer.headers } };
}
