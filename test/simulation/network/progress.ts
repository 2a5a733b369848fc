import { partsOf } from '../oracle/case.js';

/** What a process heard of a creation at the custody. */
export interface Heard {
  readonly externalTxId: string;
  readonly isSigned: boolean;
  /** Found cancelled, which the signer reads once more before it says so: of one answer it has said nothing yet. */
  readonly isUnsure: boolean;
}

/** How far a call had come with what it asked the custody for. */
export interface Progress {
  /** It had sent a creation. */
  readonly hasAsked: boolean;
  /** It had heard that the request exists. */
  readonly knowsRequest: boolean;
  /** It had heard of the signature, and had the keys to verify it: before that no signature has a hash. */
  readonly knowsSignature: boolean;
}

interface Sent {
  readonly process: string;
  readonly at: number;
  readonly blob: string;
}

interface Entry {
  readonly process: string;
  readonly at: number;
  readonly externalTxId: string;
}

/** Which process asked the custody for what, and what it heard of it: with the moment of each. */
export class ProgressLog {
  readonly #asked: Entry[] = [];
  readonly #heard: (Entry & Heard)[] = [];
  /** The signed transactions that left processes. */
  readonly sends: Sent[] = [];
  /** The public keys that a process has asked for, and not been told. */
  readonly #missing = new Map<string, Set<string>>();

  asked(process: string, at: number, externalTxId: string): void {
    this.#asked.push({ process, at, externalTxId });
  }

  heard(process: string, at: number, heard: Heard): void {
    this.#heard.push({ ...heard, process, at });
  }

  sent(process: string, at: number, blob: string): void {
    this.sends.push({ process, at, blob });
  }

  wantsKey(process: string, key: string): void {
    this.#missing.set(process, (this.#missing.get(process) ?? new Set()).add(key));
  }

  heardKey(process: string, key: string): void {
    this.#missing.get(process)?.delete(key);
  }

  /** The requests of a key of which a process has sent creations since a moment. */
  madeSince(begunAt: number, name: string, base: string): readonly string[] {
    return this.#asked
      .filter(({ process, at }) => process === name && at >= begunAt)
      .map(({ externalTxId }) => externalTxId)
      .filter((externalTxId) => partsOf(externalTxId).base === base);
  }

  /** Of a key's requests, or of the one that is named, in a process since a moment, and before another. */
  between(
    [begunAt, endedAt]: readonly [number, number],
    name: string,
    base: string,
    requestId: string | undefined,
  ): Progress {
    const isIts = ({ process, at, externalTxId }: Entry) => {
      if (process !== name || at < begunAt) return false;
      return externalTxId === requestId || (!requestId && partsOf(externalTxId).base === base);
    };
    const heard = this.#heard.filter((entry) => entry.at < endedAt && isIts(entry));
    const lacksKeys = (this.#missing.get(name)?.size ?? 0) > 0;
    return {
      hasAsked: this.#asked.some(isIts),
      knowsRequest: heard.length > 1 || heard.some(({ isUnsure }) => !isUnsure),
      knowsSignature: !lacksKeys && heard.some(({ isSigned }) => isSigned),
    };
  }
}
