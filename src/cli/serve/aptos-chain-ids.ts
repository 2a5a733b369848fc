import * as z from 'zod/mini';
import { addressesOf } from '../../aptos/network.js';
import { systemClock } from '../../core/clock.js';
import type { Peer } from '../../core/errors.js';
import { exchange, parseJsonAnswer } from '../../core/http.js';
import { parseAnswer } from '../../core/schema.js';
import type { Environment } from './environment.js';
import { hostOf } from './served.js';

/** Nodes and an indexer that should be of the same chain, without those of a named network. */
export interface ChainPlaces {
  readonly url: readonly string[] | undefined;
  readonly indexerUrl: string | undefined;
  /** The chain id that both should have; without one, they only have to agree. */
  readonly chainId: number | undefined;
}

/** Longer than a healthy node takes, and short enough for the start of a server. */
const TIMEOUT_MS = 10_000;

const ofNode = z.looseObject({ chain_id: z.int() });

const ofIndexer = z.looseObject({
  data: z.looseObject({
    ledger_infos: z.tuple([z.looseObject({ chain_id: z.int() })], z.unknown()),
  }),
});

/** A balance from one chain must not be shown as the other's. A warning names each endpoint that doesn't answer. */
export async function checkChainIds(places: ChainPlaces, environment: Environment): Promise<void> {
  const { url = [], indexerUrl, chainId } = places;
  const ofNodes = url.map((each) =>
    idOf('aptos', each, environment, (answer) => parseAnswer(ofNode, answer, 'aptos').chain_id),
  );
  const [nodes, indexer] = await Promise.all([
    Promise.all(ofNodes),
    indexerUrl === undefined ? undefined : indexerId(indexerUrl, environment),
  ]);
  const usual = addressesOf('aptos-mainnet').chainId;
  if (indexerUrl === undefined && chainId === undefined && nodes.some((id) => id && id !== usual)) {
    const what =
      'CHAIN_INDEXER_URL is not set, and there is no indexer of this chain to fall back on';
    environment.warnings.push(`${what}: requests that need one are answered with 503.`);
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
    environment.warnings.push(`The chain of ${hostOf(url)} could not be determined: ${reason}`);
    return undefined;
  }
}
