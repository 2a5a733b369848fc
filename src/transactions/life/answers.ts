import type { SigningRecord } from '../../signer/raw-signer.js';
import type { AccountNumber, ForeignStatus, Signed, Submission, Terms } from '../chain.js';
import type { BuiltAt } from '../records/note.js';
import type { Asked, AttemptFacts, End, Order, Pause, Reading, Search } from './facts.js';
import type { Statement } from './verdict.js';

/** The result of an action, as it was received. */
export type Answer<T = unknown, R = unknown> =
  | { readonly kind: 'waited'; readonly pause: Pause }
  | (About & {
      readonly kind: 'found';
      readonly search: Search;
      /** The custody platform's id in an error. */
      readonly custodyId?: string | undefined;
    })
  /** The signer's status while it is asked: not its final answer. */
  | (About & { readonly kind: 'updated'; readonly record: SigningRecord })
  /** `isWhole`: all that the account has, not only what may appear late. */
  | (About & {
      readonly kind: 'listed';
      readonly records: readonly SigningRecord[];
      readonly isWhole: boolean;
    })
  | (About & { readonly kind: 'not-listed'; readonly error: unknown })
  | (About & { readonly kind: 'others-listed'; readonly others: AttemptFacts['others'] })
  /** `isToSend`: it has its numbers already. */
  | (About & {
      readonly kind: 'entered';
      readonly lane: AccountNumber['kind'];
      readonly isHeld: boolean;
      readonly isToSend: boolean;
    })
  | (About & { readonly kind: 'adopted' })
  | (About & { readonly kind: 'read'; readonly reading: Omit<Reading, 'heard'> })
  | (About & { readonly kind: 'lined-up'; readonly isFirst: boolean })
  | (About & { readonly kind: 'reserved'; readonly numbers: AttemptFacts['numbers'] })
  | (About & {
      readonly kind: 'built';
      readonly order: Order | 'irreproducible';
      readonly built: BuiltAt | undefined;
      readonly members: readonly { readonly transaction: T; readonly terms: Terms }[];
    })
  /** From here on the request may exist. */
  | (About & { readonly kind: 'committed' })
  | (About & {
      readonly kind: 'asked';
      readonly asked: Asked;
      readonly custodyId?: string | undefined;
    })
  | (About & { readonly kind: 'verified'; readonly signed: readonly Signed[] })
  | (About & { readonly kind: 'invalid'; readonly error: unknown })
  | (AboutMember & { readonly kind: 'turn-came' })
  /** Another request has its number by now; the lane was left. */
  | (AboutMember & { readonly kind: 'turn-lost' })
  | (AboutMember & {
      readonly kind: 'sent';
      readonly submission: Submission;
      readonly startedAt: number;
      readonly again: boolean;
    })
  | (AboutMember & { readonly kind: 'marked' })
  /** Each operator is asked anew. */
  | (AboutMember & { readonly kind: 'look-begun'; readonly pauses: number })
  | (AboutMember & {
      readonly kind: 'said';
      readonly statement: Statement<R>;
    })
  | (About & { readonly kind: 'transfer-seen'; readonly seen: ForeignStatus<R> })
  /** `next`: the account's next number, where it was asked for and is known. */
  | (About & {
      readonly kind: 'counted';
      readonly gone: readonly bigint[];
      readonly next: bigint | undefined;
    })
  | (About & { readonly kind: 'left'; readonly end: End | undefined })
  | (About & { readonly kind: 'blocked' })
  | (About & { readonly kind: 'declined'; readonly mayAppear: boolean })
  | (About & { readonly kind: 'given-up' })
  | (About & { readonly kind: 'overwritten'; readonly error?: unknown });

interface About {
  readonly attempt: number;
}

interface AboutMember extends About {
  readonly member: number;
}
