import * as z from 'zod/mini';
import { addressesOf } from '../../aptos/network.js';
import { systemClock } from '../../core/clock.js';
import type { Peer } from '../../core/errors.js';
import { exchange, parseJsonAnswer } from '../../core/http.js';
import { parseAnswer } from '../../core/schema.js';
import type { Environment } from './environment.js';
import { hostOf } from './served.js';

/** Nodes and an indexer that should be of the same chain, as far as they are not a named network's own. */
export interface ChainPlaces {
  readonly fullnodeUrl: readonly string[] | undefined;
  readonly indexerUrl: string | undefined;
  /** What both should be; where it is not said, they only have to agree. */
  readonly chainId: number | undefined;
}

/** Longer than any healthy node takes, and short enough for a server that is being started. */
const TIMEOUT_MS = 10_000;

const ofNode = z.looseObject({ chain_id: z.int() });

const ofIndexer = z.looseObject({
  data: z.looseObject({
    ledger_infos: z.tuple([z.looseObject({ chain_id: z.int() })], z.unknown()),
  }),
});

/** A balance read from one chain must not be taken for the other's. What doesn't answer is warned of. */
export async function checkChainIds(places: ChainPlaces, environment: Environment): Promise<void> {
  const { fullnodeUrl = [], indexerUrl, chainId } = places;
  const ofNodes = fullnodeUrl.map((url) =>
    idOf('aptos', url, environment, (answer) => parseAnswer(ofNode, answer, 'aptos').chain_id),
  );
  const [nodes, indexer] = await Promise.all([
    Promise.all(ofNodes),
    indexerUrl === undefined ? undefined : indexerId(indexerUrl, environment),
  ]);
  const usual = addressesOf('aptos-mainnet').chainId;
  if (indexerUrl === undefined && chainId === undefined && nodes.some((id) => id && id !== usual)) {
    const what =
      'CHAIN_INDEXER_URL is not set, and there is no indexer of this chain to fall back on';
    environment.warnings.push(`${what}: what needs one is answered 503.`);
  }
  const said = [
    { what: 'APTOS_NETWORK', id: chainId },
    ...nodes.map((id) => ({ what: 'the node of CHAIN_FULLNODE_URL', id })),
    { what: 'the indexer of CHAIN_INDEXER_URL', id: indexer },
  ].filter(({ id }) => id !== undefined);
  if (new Set(said.map(({ id }) => id)).size < 2) return;
  const each = said.map(({ what, id }) => `${what} is chain ${id}`).join(', ');
  environment.problems.push(`The chain ids differ: ${each}.`);
}

function indexerId(url: string, environment: Environment): Promise<number | undefined> {
  return idOf('aptos-indexer', url, environment, (answer) => {
    const [info] = parseAnswer(ofIndexer, answer, 'aptos-indexer').data.ledger_infos;
    return info.chain_id;
  });
}

async function idOf(
  peer: Peer,
  url: string,
  environment: Environment,
  read: (answer: unknown) => number,
): Promise<number | undefined> {
  const question =
    peer === 'aptos'
      ? { method: 'GET' }
      : { method: 'POST', body: JSON.stringify({ query: '{ ledger_infos { chain_id } }' }) };
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  try {
    const answer = await exchange({
      ...question,
      peer,
      url,
      headers,
      timeoutMs: TIMEOUT_MS,
      clock: systemClock,
    });
    return read(parseJsonAnswer(peer, answer));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no answer';
    environment.warnings.push(`Nobody could tell which chain ${hostOf(url)} is of: ${reason}`);
    return undefined;
  }
}
