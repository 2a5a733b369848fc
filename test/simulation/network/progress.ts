import { partsOf } from '../oracle/case.js';

/** What a process heard of a creation at the custody. */
export interface Heard {
  readonly externalTxId: string;
  readonly isSigned: boolean;
}

/** How far a call had come with what it asked the custody for. */
export interface Progress {
  /** It had sent a creation. */
  readonly hasAsked: boolean;
  /** It had heard that the request exists, or of its signature. */
  readonly knowsRequest: boolean;
  readonly knowsSignature: boolean;
}

interface Entry {
  readonly process: string;
  readonly at: number;
  readonly externalTxId: string;
}

/** Which process asked the custody for what, and what it heard of it: with the moment of each. */
export class ProgressLog {
  readonly #asked: Entry[] = [];
  readonly #heard: (Entry & { readonly isSigned: boolean })[] = [];

  asked(process: string, at: number, externalTxId: string): void {
    this.#asked.push({ process, at, externalTxId });
  }

  heard(process: string, at: number, { externalTxId, isSigned }: Heard): void {
    this.#heard.push({ process, at, externalTxId, isSigned });
  }

  /** Of a key's requests, or of the one that is named, in a process since a moment. */
  since(begunAt: number, name: string, base: string, requestId: string | undefined): Progress {
    const isIts = ({ process, at, externalTxId }: Entry) => {
      if (process !== name || at < begunAt) return false;
      return externalTxId === requestId || (!requestId && partsOf(externalTxId).base === base);
    };
    const heard = this.#heard.filter(isIts);
    return {
      hasAsked: this.#asked.some(isIts),
      knowsRequest: heard.length > 0,
      knowsSignature: heard.some(({ isSigned }) => isSigned),
    };
  }
}
