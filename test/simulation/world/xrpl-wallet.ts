import { derOf } from '../../../src/sandbox/signing-key.js';
import { encode, encodeForSigning } from '../../../src/sandbox/xrpl/ripple.js';
import { sha512Half } from '../../../src/sandbox/xrpl/signature.js';
import { Transaction } from '../../../src/sandbox/xrpl/transaction.js';
import type { XrplSandbox } from '../../../src/sandbox/xrpl/xrpl-sandbox.js';
import type { Chance } from '../schedule/chance.js';
import type { OtherWallet } from './chain-world.js';

/** Drops: more than what is asked for when nothing is going on. */
const FEE = '30';

/** What an account's next transaction spends: a Ticket that it has, perhaps, or its next number. */
export function paymentElsewhere(
  sandbox: XrplSandbox,
  { address, payee }: OtherWallet,
  chance: Chance,
): Record<string, unknown> {
  const [first, ...rest] = ticketsOf(sandbox, address);
  const ticket =
    first !== undefined && chance.happens(0.5) ? chance.pick([first, ...rest]) : undefined;
  return {
    TransactionType: 'Payment',
    Destination: payee,
    Amount: '1',
    ...(ticket === undefined
      ? { Sequence: nextSequence(sandbox, address) }
      : { Sequence: 0, TicketSequence: ticket }),
  };
}

export function ticketsElsewhere(
  sandbox: XrplSandbox,
  { address }: OtherWallet,
  chance: Chance,
): Record<string, unknown> {
  const TicketCount = chance.between(1, 3);
  const Sequence = nextSequence(sandbox, address);
  return { TransactionType: 'TicketCreate', TicketCount, Sequence };
}

/** Signs and sends; gives the blob, and what the node says. */
export async function sendElsewhere(
  sandbox: XrplSandbox,
  { address, key }: OtherWallet,
  fields: Readonly<Record<string, unknown>>,
) {
  const SigningPubKey = key.publicKey.toUpperCase();
  const unsigned = { ...fields, Account: address, Fee: FEE, Flags: 0, SigningPubKey };
  const digest = sha512Half(Buffer.from(encodeForSigning(unsigned), 'hex'));
  const { hex, recoveryId: v } = await key.sign(digest);
  const TxnSignature = derOf({ r: hex.slice(0, 64), s: hex.slice(64), v });
  const tx = new Transaction(encode({ ...unsigned, TxnSignature }));
  const { result } = sandbox.node.submit(tx);
  return { blob: tx.blob, said: `${fields.TransactionType} ${tx.hash} ${result}` };
}

function nextSequence({ node }: XrplSandbox, address: string): number {
  const { Sequence = 0 } = node.ledgers.openView.account(address) ?? {};
  return node.submission.queue.nextSequence(address, Sequence);
}

function ticketsOf({ node }: XrplSandbox, address: string): readonly number[] {
  const { openView } = node.ledgers;
  return openView.ownedKeys(address).flatMap((key) => openView.ticket(key)?.TicketSequence ?? []);
}
