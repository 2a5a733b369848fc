import { InvalidInputError } from '../core/errors.js';

/** The state of signing a settlement's transaction. Times are milliseconds since the epoch. */
export type SettlementSigning =
  /** The customer has until `respondBy` to sign or deny. */
  | {
      /** Neither signed nor denied yet. */
      readonly state: 'awaiting-customer';
      /** The end of the response SLA, in milliseconds since the epoch: from then on the signer user signs. */
      readonly respondBy: number;
    }
  | {
      /** Final: the customer signed before the signer user did. */
      readonly state: 'signed-by-customer';
    }
  /** Final: never signed automatically. */
  | {
      /** The customer denied before the signer user signed. */
      readonly state: 'denied-by-customer';
    }
  /** With the provider's signer user: check once more for the customer's decision before it signs. */
  | {
      /** The response SLA is over; the customer's decision still counts. */
      readonly state: 'auto-signing';
    }
  | {
      /** Final: the signer user signed. */
      readonly state: 'auto-signed';
    };

const EVENTS: readonly SettlementSigningEvent[] = [
  'customer-signed',
  'customer-denied',
  'signer-signed',
  'time-passed',
];

/** The events of a signing. `time-passed` only means a later time. */
export type SettlementSigningEvent =
  | 'customer-signed'
  | 'customer-denied'
  | 'signer-signed'
  | 'time-passed';

/**
 * The state of signing a settlement's transaction after an event. A transaction that the customer neither signed
 * nor denied by the end of the response SLA goes to the provider's signer user; one that was denied never does.
 * An event that is impossible in a state changes nothing.
 *
 * The customer's decision counts whenever it arrives, until the signer user has signed: it may have been made in
 * time and processed late, and ignoring a denial can't be undone.
 *
 * @param at - When it happened, in milliseconds since the epoch; for `time-passed`, the time now.
 * @throws InvalidInputError naming an invalid time, with which no response SLA would ever end, or an unknown event, which
 * could be a misspelt denial.
 *
 * @example
 * ```ts
 * import { afterSigningEvent } from 'custody-gateways/provider';
 *
 * const open = { state: 'awaiting-customer', respondBy: 1_000 } as const;
 * const due = afterSigningEvent(open, 'time-passed', 1_000);
 * due.state; // 'auto-signing'
 * afterSigningEvent(due, 'customer-denied', 999).state; // 'denied-by-customer'
 * ```
 */
export function afterSigningEvent(
  signing: SettlementSigning,
  event: SettlementSigningEvent,
  at: number,
): SettlementSigning {
  if (!EVENTS.includes(event)) throw new InvalidInputError('event', 'is no event of a signing');
  checkTime('at', at);
  if (signing.state === 'awaiting-customer') checkTime('respondBy', signing.respondBy);
  if (signing.state !== 'awaiting-customer' && signing.state !== 'auto-signing') return signing;
  if (event === 'customer-signed') return { state: 'signed-by-customer' };
  if (event === 'customer-denied') return { state: 'denied-by-customer' };
  if (signing.state === 'awaiting-customer' && at < signing.respondBy) return signing;
  return { state: event === 'signer-signed' ? 'auto-signed' : 'auto-signing' };
}

function checkTime(name: string, time: number): void {
  if (!Number.isFinite(time)) throw new InvalidInputError(name, 'must be finite milliseconds');
}

/** The state of the provider's signer user. */
export type SignerAutomation =
  /** The collateral workspace exists, and so does the signer user; its token can be pulled. */
  | 'created'
  /** The token was pulled, and the provider's co-signer pairs with it. */
  | 'pairing'
  /** The platform has reported that the user is ready: open transactions can be sent to it. */
  | 'ready';

/** The events of the signer user. */
export type SignerAutomationEvent = 'token-pulled' | 'platform-notified';

/**
 * The state of the signer user after an event. An event that is impossible in a state changes nothing; a token
 * may be pulled again while the user is not ready.
 *
 * @example
 * ```ts
 * import { afterSignerEvent } from 'custody-gateways/provider';
 *
 * afterSignerEvent('created', 'token-pulled'); // 'pairing'
 * afterSignerEvent('pairing', 'platform-notified'); // 'ready'
 * ```
 */
export function afterSignerEvent(
  automation: SignerAutomation,
  event: SignerAutomationEvent,
): SignerAutomation {
  if (automation === 'created' && event === 'token-pulled') return 'pairing';
  if (automation === 'pairing' && event === 'platform-notified') return 'ready';
  return automation;
}
