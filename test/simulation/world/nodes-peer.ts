import type {
  LoopbackAnswer,
  LoopbackHandler,
  LoopbackRequest,
} from '../../../src/sandbox/loopback/peer.js';
import type { Liar } from '../network/liar.js';
import type { Peer } from '../network/network.js';
import type { News } from '../network/news.js';
import type { Chance } from '../schedule/chance.js';
import type { Plan } from '../schedule/plan.js';

/** How many nodes a chain has, and whose they are. */
export interface Nodes {
  readonly seed: string;
  readonly nodes: number;
  readonly operators: Plan['operators'];
  /** What nodes say by themselves, if processes hold a connection each, where the chain has that. */
  readonly streams: News | undefined;
  /** Whether from now on everybody tells the truth. */
  readonly isOver: () => boolean;
}

interface NodeAnswers {
  readonly name: string;
  readonly stageOf: (request: LoopbackRequest) => string;
  readonly sentIn: (request: LoopbackRequest) => string | undefined;
  readonly onAnswer?: (request: LoopbackRequest, answer: LoopbackAnswer) => void;
  /** The ways of a liar; with a pact, of one who tells the same lies as others. */
  readonly newLiar: (pact?: string) => Liar;
}

/** Some nodes of a chain behind one address: any of them may answer a request. */
class NodesPeer implements Peer {
  readonly name: string;
  readonly host: string | undefined;
  readonly stageOf: (request: LoopbackRequest) => string;
  readonly sentIn: (request: LoopbackRequest) => string | undefined;
  readonly #nodes: readonly [LoopbackHandler, ...LoopbackHandler[]];
  readonly #onAnswer: (request: LoopbackRequest, answer: LoopbackAnswer) => void;
  readonly #liar: Liar | undefined;
  readonly #isOver: () => boolean;

  constructor(
    { name, stageOf, sentIn, onAnswer = () => undefined }: NodeAnswers,
    host: string | undefined,
    [first, ...others]: readonly LoopbackHandler[],
    isOver: () => boolean,
    liar?: Liar,
  ) {
    if (first === undefined) throw new Error('a chain has a node');
    this.name = name;
    this.host = host;
    this.stageOf = stageOf;
    this.sentIn = sentIn;
    this.#nodes = [first, ...others];
    this.#onAnswer = onAnswer;
    this.#liar = liar;
    this.#isOver = isOver;
  }

  createdBy(): undefined {
    return undefined;
  }

  heardIn(): readonly [] {
    return [];
  }

  async handle(request: LoopbackRequest, chance: Chance): Promise<LoopbackAnswer> {
    const answer = await chance.pick(this.#nodes)(request);
    this.#onAnswer(request, answer);
    return this.#liar && !this.#isOver() ? this.#liar.bend(request, answer, chance) : answer;
  }
}

/** The nodes of a chain: behind one address, or each at its own operator, of whom some may lie. */
export function peersOf(
  answers: NodeAnswers,
  handles: readonly LoopbackHandler[],
  { seed, operators, isOver }: Nodes,
): readonly Peer[] {
  const { name, newLiar } = answers;
  if (!operators) return [new NodesPeer(answers, undefined, handles, isOver)];
  const { liars } = operators;
  return handles.map((handle, index) => {
    const liar = liars.includes(index) ? newLiar(liars.length > 1 ? seed : undefined) : undefined;
    return new NodesPeer(answers, `${name}-${index}`, [handle], isOver, liar);
  });
}

/** How many of the nodes beside the first may forget: two operators know what became of each key. */
export function forgetful({ nodes, operators }: Nodes): number {
  return operators ? Math.max(0, nodes - 2) : nodes;
}

/** Where they are. */
export function urlsOf(peers: readonly Peer[]): string[] {
  return peers.map(({ host, name }) => `https://${host ?? name}`);
}

/** A path without what it is about: which step of a transaction's life it is for. */
export function stageOfPath({ method, path }: LoopbackRequest): string {
  const parts = (path.split('?')[0] ?? '').split('/').filter((part) => /^[a-z_-]{3,}$/.test(part));
  return `${method === 'POST' ? 'post ' : ''}${parts.slice(-2).join('/') || 'root'}`;
}

/** The signed transaction in a request, where nodes take its bytes as they are. */
export function sentTo(submission: string): (request: LoopbackRequest) => string | undefined {
  return ({ method, path, body }) =>
    method === 'POST' && path === submission ? body.toString('hex') : undefined;
}
