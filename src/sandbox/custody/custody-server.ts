import { LoopbackServer } from '../loopback/http-server.js';
import {
  type LoopbackAnswer,
  LoopbackPeer,
  type LoopbackRequest,
  type PeerOptions,
} from '../loopback/peer.js';
import type { Derive } from '../seed.js';
import { derivedUuid } from '../seed.js';
import { ApiError, CODES, notFound, unauthorized } from './api-error.js';
import type { ApiUsers, KnownUser } from './api-users.js';
import { TokenCheck } from './jwt.js';
import { ROUTES } from './routes.js';
import type { CustodyState } from './state.js';
import type { WebhookKeys } from './webhooks/webhook-keys.js';

export interface CustodyServerOptions extends PeerOptions {
  readonly derive: Derive;
  readonly users: ApiUsers;
  readonly state: CustodyState;
  readonly webhookKeys: WebhookKeys;
}

/** Public, and on a host of its own at the vendor. */
const KEY_SET = '/.well-known/jwks.json';
const KEY_SET_MAX_AGE = 3_600;

const MAX_IDEMPOTENCY_KEY = 40;

/** The custody platform's REST API: authenticates, finds the route, and words the errors. */
export class CustodyServer {
  readonly peer: LoopbackPeer;
  readonly http: LoopbackServer;
  readonly #options: CustodyServerOptions;
  readonly #tokens: TokenCheck;
  readonly #replays = new Map<string, LoopbackAnswer>();
  #requests = 0;

  constructor(options: CustodyServerOptions) {
    this.#options = options;
    this.#tokens = new TokenCheck(options.users, options.clock.source);
    this.peer = new LoopbackPeer({ ...options, name: 'custody' }, async (request) => {
      if (request.path === KEY_SET) return this.#keySet();
      const answer = this.#answer(request);
      // The time of its records; tokens are refused by that of those who make them.
      const date = new Date(options.clock.now()).toUTCString();
      const dated = answer.status === 401 ? {} : { date };
      const headers = { 'x-request-id': this.#requestId(), ...dated, ...answer.headers };
      return { ...answer, headers };
    });
    this.http = new LoopbackServer(this.peer);
  }

  async #keySet(): Promise<LoopbackAnswer> {
    return {
      status: 200,
      headers: { 'cache-control': `public, max-age=${KEY_SET_MAX_AGE}` },
      json: await this.#options.webhookKeys.keySet(),
    };
  }

  #requestId(): string {
    this.#requests += 1;
    return derivedUuid(this.#options.derive, `request ${this.#requests}`);
  }

  #answer(request: LoopbackRequest): LoopbackAnswer {
    try {
      const user = this.#tokens.userOf(request);
      return this.#once(request, user);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, json: { message: error.message, code: error.code } };
    }
  }

  /** The same Idempotency-Key gets the first answer again, an error included. */
  #once(request: LoopbackRequest, user: KnownUser): LoopbackAnswer {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || typeof key !== 'string') return this.#route(request, user);
    if (key.length > MAX_IDEMPOTENCY_KEY) {
      throw new ApiError(400, CODES.undocumented, 'Idempotency-Key is longer than 40 characters');
    }
    const name = `${user.apiKey} ${key}`;
    const answer = this.#replays.get(name) ?? this.#settled(request, user);
    this.#replays.set(name, answer);
    return answer;
  }

  #settled(request: LoopbackRequest, user: KnownUser): LoopbackAnswer {
    try {
      return this.#route(request, user);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, json: { message: error.message, code: error.code } };
    }
  }

  #route(request: LoopbackRequest, user: KnownUser): LoopbackAnswer {
    const url = new URL(request.path, 'http://127.0.0.1');
    for (const route of ROUTES) {
      const match = route.method === request.method ? route.path.exec(url.pathname) : null;
      if (match === null) continue;
      if (!route.roles.includes(user.role)) {
        throw unauthorized(CODES.insufficientPermissions, 'Unauthorized: Insufficient permissions');
      }
      return route.handler({
        state: this.#options.state,
        user,
        parts: match.slice(1).map(decodeURIComponent),
        query: url.searchParams,
        path: request.path,
        body: request.json,
      });
    }
    throw notFound(`Cannot ${request.method} ${url.pathname}`);
  }
}
