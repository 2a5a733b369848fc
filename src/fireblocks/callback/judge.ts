import { type Clock, throwIfAborted } from '../../core/clock.js';
import { ConfigurationError, InvalidInputError, UnreachableError } from '../../core/errors.js';
import { withinTime } from '../../core/http.js';
import type { Answers, QuestionKind } from './answers.js';
import { type Claims, requestIdIn, textIn } from './claims.js';
import { explained } from './explained.js';
import { type CallbackRules, readRequest } from './reading.js';
import type { CallbackDecision, CallbackRequest, ConfigChange } from './requests.js';

type Decided = CallbackDecision | Promise<CallbackDecision>;

/** The time for a decision; its `signal` fires when that time is over. */
export interface DecideOptions {
  /** Fires when `decisionTimeoutMs` is over: the answer is RETRY then, and a later decision is not kept. */
  readonly signal: AbortSignal;
}

/** The application's functions, which decide what the request alone does not. */
export interface Deciders {
  decide(request: CallbackRequest, options: DecideOptions): Decided;
  decideConfigChange?(change: ConfigChange, options: DecideOptions): Decided;
}

/** A decision, and why nothing could be decided, if so. */
export interface Judgement {
  readonly decision: CallbackDecision;
  readonly cause?: unknown;
}

/** The time limit of a decision. */
interface DecisionLimits {
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Turns authentic questions into answers. Whatever fails here, the answer is never APPROVE. */
export class Judge {
  readonly #deciders: Deciders;
  readonly #rules: CallbackRules;
  readonly #answers: Answers;
  readonly #limits: DecisionLimits;

  constructor(deciders: Deciders, rules: CallbackRules, answers: Answers, limits: DecisionLimits) {
    this.#deciders = deciders;
    this.#rules = rules;
    this.#answers = answers;
    this.#limits = limits;
  }

  /**
   * Checks the request first, even where the answer is known: the known answer may be for another phase of the same
   * question.
   */
  async transaction(claims: Claims): Promise<Judgement> {
    let request: CallbackRequest;
    try {
      const { codecs } = this.#rules;
      const now = this.#limits.clock.now();
      request = await explained(await readRequest(claims, this.#rules), claims, codecs, now);
    } catch (error) {
      if (error instanceof UnreachableError) return { decision: { action: 'RETRY' }, cause: error };
      const { decision, cause } = refusalFor(error);
      // Kept, so that no other request is approved under this id; an earlier answer stays.
      const kept = await this.#once('transaction', claims, () => decision);
      return { decision, cause: cause ?? kept.cause };
    }
    return this.#once('transaction', claims, (options) => this.#deciders.decide(request, options));
  }

  async configChange(claims: Claims): Promise<Judgement> {
    const decide = this.#deciders.decideConfigChange?.bind(this.#deciders);
    if (decide === undefined) {
      return { decision: rejected('no configuration is changed here') };
    }
    const type = textIn(claims, 'type');
    // An answer to one kind of question does not name its kind, and would be valid for the other kind too.
    if (type === undefined || claims.txId !== undefined) {
      return { decision: rejected('it is no change of the configuration') };
    }
    const change: ConfigChange = {
      requestId: requestIdIn(claims),
      type,
      extraInfo: claims.extraInfo,
      claims,
    };
    return this.#once('config-change', claims, (options) => decide(change, options));
  }

  async #once(
    kind: QuestionKind,
    claims: Claims,
    decide: (options: DecideOptions) => Decided,
  ): Promise<Judgement> {
    const limits = { peer: 'callback', ...this.#limits };
    const question = { kind, requestId: requestIdIn(claims), claims };
    try {
      const decision = await withinTime(limits, (signal) =>
        this.#answers.answer(question, async () => {
          // A late decision must not be kept: the answer was RETRY by then.
          throwIfAborted(signal);
          const decided = checked(await decide({ signal }));
          throwIfAborted(signal);
          return decided;
        }),
      );
      return { decision };
    } catch (cause) {
      return { decision: { action: 'RETRY' }, cause };
    }
  }
}

function rejected(reason: string): CallbackDecision {
  return { action: 'REJECT', reason };
}

function refusalFor(error: unknown): Judgement {
  if (error instanceof InvalidInputError) return { decision: rejected(error.message) };
  return { decision: rejected("the request can't be read"), cause: error };
}

/** A decision may come from plain JavaScript. */
function checked(decision: CallbackDecision | undefined): CallbackDecision {
  switch (decision?.action) {
    case 'APPROVE':
    case 'RETRY':
      return { action: decision.action };
    case 'REJECT':
      return rejected(String(decision.reason ?? 'refused').slice(0, 256));
    default:
      throw new ConfigurationError('decide', 'must APPROVE, REJECT or RETRY');
  }
}
