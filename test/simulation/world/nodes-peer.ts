import type {
  LoopbackAnswer,
  LoopbackHandler,
  LoopbackRequest,
} from '../../../src/sandbox/loopback/peer.js';
import type { Peer } from '../network/network.js';
import type { Chance } from '../schedule/chance.js';

/** All nodes of a chain behind one address: any of them may answer a request. */
export class NodesPeer implements Peer {
  readonly name: string;
  readonly stageOf: (request: LoopbackRequest) => string;
  readonly #nodes: readonly [LoopbackHandler, ...LoopbackHandler[]];
  readonly #onAnswer: (request: LoopbackRequest, answer: LoopbackAnswer) => void;

  constructor(
    name: string,
    [first, ...others]: readonly LoopbackHandler[],
    stageOf: (request: LoopbackRequest) => string,
    onAnswer: (request: LoopbackRequest, answer: LoopbackAnswer) => void = () => undefined,
  ) {
    if (first === undefined) throw new Error('a chain has a node');
    this.name = name;
    this.stageOf = stageOf;
    this.#nodes = [first, ...others];
    this.#onAnswer = onAnswer;
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
    return answer;
  }
}

/** A path without what it is about: which step of a transaction's life it is for. */
export function stageOfPath({ method, path }: LoopbackRequest): string {
  const parts = (path.split('?')[0] ?? '').split('/').filter((part) => /^[a-z_-]{3,}$/.test(part));
  return `${method === 'POST' ? 'post ' : ''}${parts.slice(-2).join('/') || 'root'}`;
}
