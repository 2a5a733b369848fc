import type { Invariant } from './oracle/judge.js';
import type { ChainName } from './schedule/plan.js';

/** A seed that breaks something known. It is taken from the list with the mending: else the run fails. */
export interface ExpectedBreach {
  readonly chain: ChainName;
  readonly seed: string;
  readonly invariants: readonly Invariant[];
  /** Which breach it is, and how it comes about. */
  readonly why: string;
}

/** Two operators of three that tell the same lie are believed: what the oracle sees of that. */
const believed = (chain: ChainName, seed: string): ExpectedBreach => ({
  chain,
  seed,
  invariants: ['told-dead-but-applied', 'final-while-it-may-land', 'final-answer-changed'],
  why: 'two operators of three say of a transaction that has succeeded that it failed',
});

export const EXPECTED: readonly ExpectedBreach[] = [
  believed('xrpl', '70586'),
  believed('aptos', '70069'),
  believed('stacks', '70253'),
];

/** The breach that is known of a seed, if there is one. */
export function breachOf(chain: ChainName, seed: string): ExpectedBreach | undefined {
  return EXPECTED.find((breach) => breach.chain === chain && breach.seed === seed);
}

/** The seeds that every test run tries on each chain, beside those above. */
export const FIXED_SEEDS: readonly string[] = [
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
  // On the XRP Ledger a number that comes back after an expiry, and is spent by another then.
  '108',
  // Other wallets on all chains, by sequence numbers and Tickets; callers' own transactions; on Aptos fee
  // payers and several signers; on Stacks replacements that land.
  ...['10009', '10019', '10063'],
  // And a signed member of a batch that nobody sent, behind a creation of Tickets that waits for it.
  '2192',
  // Two keys whose callers built the same bytes, asked about a day later.
  '10330',
  // A batch among the nonces of another wallet, which are lost before they are mined.
  '12570',
  // Cancellings of what is signed: while another key is given numbers and the store fails, and while the
  // custody refuses to look for a later attempt.
  ...['20032', '21264'],
  // A batch of which nodes without an archive have forgotten a part; and a transfer of the custody's own, cancelled
  // before anybody had seen it.
  ...['90218', '91051'],
  // Calls of one key with different settings: a later one would leave to the custody what may still land with a number
  // of its own.
  ...['100020', '100046'],
  // A refused request that a call has seen in the list alone when it was aborted.
  '100453',
  // And a later attempt that is signed while its key is cancelled.
  '100814',
  // A cancellation that is refused, of what is signed and unsent.
  '91307',
  // A cancellation that is repeated after the payment was confirmed, and asks a node that is behind.
  '119957859',
  // A process that is frozen between two reads of a cancellation; a key that can't be read, without which no
  // signature is verified; and a journal that answers after its call has ended.
  ...['45507787', '91386', '20240'],
  // Several operators, of whom one lies; and where that gives an account numbers that it never had.
  ...['50000', '50015', '50159', '50096', '50221', '50354'],
  // Many keys, each given to several processes at once: on a calm day, on which none may be left behind a number
  // that nothing has, and on a bad one.
  ...['60077', '60141', '60303'],
  // A number that one key was refused, another was given and sent, and the first is asked about again; two that
  // are signed with one number, for which all others wait; and a journal that forgot what its lane knows was sent.
  ...['30215', '30417', '31221'],
  // Streams and webhooks, lost, late and doubled; the rest of a batch that is still to be cancelled; and a number that
  // a cancellation took and could not spend.
  ...['80001', '83497', '85231'],
  // On Aptos a member of a batch whose rival a pruned node hides: while it is looked up again, the others land.
  '4824951',
  // On Aptos a batch of which one has landed on a pruned node, and the number of the next is another request's.
  '117424427',
  // A node that is behind takes a creation of Tickets that another wallet has replaced, and gives the next number.
  '910141',
  // A read by the custody platform's own id that is refused; and a process that is frozen while another one makes a
  // later attempt.
  ...['5550013', '7700712'],
  // A number that a later attempt took in vain; and processes that are frozen between a creation and its first read.
  ...['9910394', '8810232', '8810312'],
  // A creation of Tickets that a journal has forgotten, and signs again: the same bytes, under the same id.
  '3300137',
  // A call that gives up the place that it shares, and has its process take part in the lane no longer.
  '94715749',
  // Numbers that a creation of Tickets would have set aside, had another wallet not taken its own: a payment was given
  // one behind them.
  '100118',
  // On Aptos five calls that wait ten minutes for a lane: they looked at its store fifty thousand times.
  '8821029',
  // A call that is aborted in a pause of its confirmation.
  '53',
  // What is being cancelled, in processes that know nothing of it; the rest of a batch whose lane doesn't know what was
  // sent, also behind another payment; what a process has known from before it was signed; and a cancellation behind a
  // payment that waits for what is being cancelled.
  ...['110047', '110009', '110256', '110276', '110085'],
  // On Stacks a cancellation that did not get through, and whose call is gone: what it should have cancelled is signed.
  '61864292',
  // A request that a process still makes after its caller was answered, and after another process had found none.
  '73380053',
  // A payment that fails for want of money, and is made by another attempt once there is enough.
  ...['120036', '120045', '120048', '120013'],
];
