import { systemClock } from '../../core/clock.js';
import type { ResolvedEndpoint } from '../../core/endpoints.js';
import { GatewayError, type Peer } from '../../core/errors.js';
import { parseJsonAnswer } from '../../core/http.js';
import type { Environment } from '../serve/environment.js';
import { type AskedNode, askNode, type NodeQuestion } from '../serve/node-question.js';
import { hostOf, type Settled } from '../serve/served.js';
import type { ChainFacts, NodeState } from './chains.js';
import { type Check, failed, ok, unknown } from './check.js';

const TIMEOUT_MS = 10_000;
/** Far more than the time between two blocks of any of the chains. */
const MAX_AGE_MS = 60_000;

type Asked =
  | { readonly host: string; readonly state: NodeState }
  | { readonly host: string; readonly problem: string };

/**
 * Whether each node answers, is of the right chain, and keeps up with the others and with the clock.
 *
 * @param now - the custody platform's clock rather than this machine's, which may be wrong
 */
export async function checkNodes(
  peer: Peer,
  settled: Settled,
  chain: ChainFacts,
  now: number,
): Promise<readonly Check[]> {
  const question = chain.question ?? settled.nodeQuestion;
  const asking = { peer, timeoutMs: TIMEOUT_MS, clock: systemClock };
  const asked = await Promise.all(
    settled
      .nodes()
      .map((node) => ask(node, question, asking, (answer) => chain.stateIn(answer, now))),
  );
  const heights = asked.flatMap((each) => ('state' in each ? [each.state.height] : []));
  const most = { highest: Math.max(...heights), isAlone: heights.length < 2, now };
  return asked.map((each) => nodeCheck(each, chain, settled.chainId(), most));
}

async function ask(
  node: ResolvedEndpoint,
  question: NodeQuestion,
  asking: AskedNode,
  stateIn: (answer: unknown) => NodeState,
): Promise<Asked> {
  const host = hostOf(node.url);
  try {
    const answer = await askNode(node, question, asking);
    if (answer.status !== 200) return { host, problem: `it answers HTTP ${answer.status}` };
    return { host, state: stateIn(parseJsonAnswer(asking.peer, answer)) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { host, problem: error.message };
  }
}

function nodeCheck(
  asked: Asked,
  { minuteOfBlocks }: ChainFacts,
  expected: number | undefined,
  { highest, isAlone, now }: { highest: number; isAlone: boolean; now: number },
): Check {
  const name = `node ${asked.host}`;
  if ('problem' in asked) {
    const next = 'check its URL and its key, ask its operator, or name another node';
    return failed(name, asked.problem, next);
  }
  const { chainId, height, time } = asked.state;
  if (expected !== undefined && chainId !== undefined && chainId !== expected) {
    const found = `it is of network ${chainId}, and the settings say ${expected}`;
    return failed(name, found, 'correct the name of the network, or the URL of the node');
  }
  const ageMs = time === undefined ? undefined : Math.max(0, now - time);
  const found = [
    chainId === undefined ? 'it does not say its network' : `network ${chainId}`,
    `height ${height}`,
    ...(isAlone ? [] : [height === highest ? 'the highest' : `${highest - height} behind`]),
    ...(ageMs === undefined ? [] : [`${Math.round(ageMs / 1_000)} s old`]),
  ].join(', ');
  const isBehind = highest - height > minuteOfBlocks || (ageMs !== undefined && ageMs > MAX_AGE_MS);
  if (isBehind)
    return failed(name, found, 'it does not keep up: wait for it, or name another node');
  if (chainId === undefined && expected !== undefined) {
    return unknown(name, found, `ask its operator whether it is of network ${expected}`);
  }
  if (isAlone && ageMs === undefined) {
    return unknown(name, found, 'name a second node of another operator to compare heights');
  }
  return ok(name, found);
}

/**
 * Whether nodes and indexer are of one chain, where the gateway has settings that could disagree.
 *
 * @param environment - from which the settings were read
 */
export async function checkAgreement(
  settled: Settled,
  { problems, warnings }: Environment,
): Promise<readonly Check[]> {
  if (!settled.check) return [];
  const name = 'chain ids';
  const before = warnings.length;
  await settled.check();
  const next = 'correct the name of the network, or the URL';
  if (problems.length > 0) return problems.map((problem) => failed(name, problem, next));
  const more = warnings.slice(before);
  if (more.length === 0) return [ok(name, 'nodes and indexer are of one chain')];
  const later = 'check the URL, then run this again';
  return more.map((warning) => unknown(name, warning, later));
}
