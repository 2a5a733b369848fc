import type { LoopbackAnswer, LoopbackRequest } from '../../loopback/peer.js';
import type { StacksNode } from '../node.js';
import { isPrincipal } from '../wire/principals.js';
import type { ApiSettings } from './api-settings.js';
import type { Fees } from './fees.js';

/** A request that reached its route. */
interface RouteContext {
  readonly node: StacksNode;
  readonly fees: Fees;
  readonly api: ApiSettings;
  readonly request: LoopbackRequest;
  /** The path's variable parts, decoded. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** Answers, or throws a `Refusal`. */
export type RouteHandler = (context: RouteContext) => LoopbackAnswer;

/** One operation of the node or of the API. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handler: RouteHandler;
}

export function route(method: string, pattern: string, handler: RouteHandler): Route {
  const path = new RegExp(`^${pattern.replace(/:[a-z]+/gi, '([^/]+)')}$`);
  return { method, path, handler };
}

/** Thrown where a request cannot be answered. */
export class Refusal extends Error {
  readonly answer: LoopbackAnswer;

  constructor(answer: LoopbackAnswer) {
    super('refused');
    this.answer = answer;
  }
}

/** As the API words what is not there. */
export function notFound(message: string): Refusal {
  return new Refusal({ status: 404, json: { statusCode: 404, error: 'Not Found', message } });
}

/** As the API words what it does not understand. */
export function badRequest(message: string, code?: string): Refusal {
  const json = { statusCode: 400, ...(code && { code }), error: 'Bad Request', message };
  return new Refusal({ status: 400, json });
}

/** A principal out of a path. @throws Refusal */
export function principalIn(parts: readonly string[], at = 0): string {
  const text = parts[at] ?? '';
  if (!isPrincipal(text)) throw badRequest(`invalid STX address "${text}"`);
  return text;
}

/** One page of a list, and what is told about it. */
export interface Page<Item> {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  readonly results: readonly Item[];
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;

/** The page that `limit` and `offset` ask for. @throws Refusal beyond 50 entries, as the API. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams): Page<Item> {
  const limit = integerIn(query, 'limit') ?? DEFAULT_LIMIT;
  const offset = integerIn(query, 'offset') ?? 0;
  if (limit > MAX_LIMIT) throw badRequest(`querystring/limit must be <= ${MAX_LIMIT}`);
  return { limit, offset, total: items.length, results: items.slice(offset, offset + limit) };
}

function integerIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`querystring/${name} must be integer`);
  return Number(text);
}
