import { isObject } from '../../../core/json.js';
import { LoopbackServer } from '../../loopback/http-server.js';
import {
  type LoopbackAnswer,
  LoopbackPeer,
  type LoopbackRequest,
  type PeerOptions,
} from '../../loopback/peer.js';
import type { AptosNode } from '../chain/node.js';
import { type Answer, answer } from './answer.js';
import { databaseAt } from './database.js';
import { GraphqlError } from './graphql/errors.js';
import type { BalanceRows } from './tables.js';

export interface IndexerServerOptions extends PeerOptions {
  readonly node: AptosNode;
}

const PATH = '/v1/graphql';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The indexer's GraphQL endpoint. */
export class IndexerServer {
  readonly peer: LoopbackPeer;
  readonly http: LoopbackServer;
  /** By how many versions it is behind the node. */
  lag = 0;
  balances: BalanceRows = 'unified';
  readonly #node: AptosNode;

  constructor(options: IndexerServerOptions) {
    this.#node = options.node;
    this.peer = new LoopbackPeer({ ...options, name: 'aptos-indexer' }, async (request) =>
      this.#answer(request),
    );
    this.http = new LoopbackServer(this.peer);
  }

  #answer({ method, path, json }: LoopbackRequest): LoopbackAnswer {
    if (path.split('?')[0] !== PATH || method !== 'POST') {
      const body = { path: '$', error: 'resource does not exist', code: 'not-found' };
      return { status: 404, json: body };
    }
    if (!isObject(json) || typeof json.query !== 'string') {
      const error = new GraphqlError('the key "query" is required', '$', 'parse-failed');
      return { status: 200, json: error.json };
    }
    this.#node.catchUp();
    const version = Math.max(0, this.#node.ledger.latest.lastVersion - this.lag);
    const { query, operationName, variables } = json;
    const name = typeof operationName === 'string' ? operationName : undefined;
    try {
      const database = databaseAt(this.#node, version, this.balances);
      const data = answer(database, { query, operationName: name, variables });
      return { status: 200, text: `{"data":${jsonText(data)}}`, headers: JSON_TYPE };
    } catch (error) {
      if (error instanceof GraphqlError) return { status: 200, json: error.json };
      throw error;
    }
  }
}

/** JSON in which integers of any size are numbers: what the engine behind the public indexers writes. */
function jsonText(value: Answer): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`,
  );
  return `{${members.join(',')}}`;
}

function isList(value: Answer): value is readonly Answer[] {
  return Array.isArray(value);
}
