import type { SandboxClock } from '../clock.js';
import { currentFee } from '../xrpl/ledger/fees.js';
import type { LedgerNode } from '../xrpl/node.js';
import { signedTransaction } from '../xrpl/own-transactions.js';
import { isApplied } from '../xrpl/result-codes.js';
import type { Transaction } from '../xrpl/transaction.js';
import type {
  NativeChain,
  TransferOrder,
  TransferReport,
  TransferSigner,
} from './native-transfer.js';
import type { Progress } from './transactions.js';

/** For how many ledgers a transfer may still go in. */
const LIFETIME = 20;
const NETWORK_ID_FROM = 1024;

interface Sent {
  readonly tx: Transaction;
  readonly report: TransferReport;
}

/** The custody platform's own XRP transfers, on the sandbox's ledger. */
export class XrpTransfers implements NativeChain {
  readonly #node: LedgerNode;
  readonly #clock: SandboxClock;
  readonly #sent = new Set<Sent>();

  constructor(node: LedgerNode, clock: SandboxClock) {
    this.#node = node;
    this.#clock = clock;
    node.listen({ ledgerClosed: () => this.#follow() });
  }

  balanceOf(address: string): bigint {
    const { ledgers } = this.#node;
    return BigInt(ledgers.closed.viewOf(ledgers.validated).account(address)?.Balance ?? 0);
  }

  send(order: TransferOrder, signer: TransferSigner, report: TransferReport): void {
    const fee = currentFee(this.#node.ledgers.fees);
    const drops = order.treatAsGrossAmount ? order.units - fee : order.units;
    const balance = BigInt(this.#node.ledgers.openView.account(order.from)?.Balance ?? 0);
    if (drops <= 0n || balance < drops + fee) {
      report.failed('INSUFFICIENT_FUNDS', 'the balance does not cover amount and fee');
      return;
    }
    const tx = signedTransaction(
      this.#payment(order, drops, fee),
      signer.key,
      signer.nextEntropy(),
    );
    const { result } = this.#node.submit(tx);
    if (!isApplied(result) && result !== 'terQUEUED') {
      report.failed('REJECTED_BY_BLOCKCHAIN', result);
      return;
    }
    report.broadcast({ txHash: tx.hash, destinationAddress: order.to });
    this.#sent.add({ tx, report });
  }

  #payment(order: TransferOrder, drops: bigint, fee: bigint): Record<string, unknown> {
    const { ledgers, networkId, submission } = this.#node;
    const sequence = ledgers.openView.account(order.from)?.Sequence ?? 0;
    return {
      TransactionType: 'Payment',
      Account: order.from,
      Destination: order.to,
      Amount: `${drops}`,
      Fee: `${fee}`,
      Flags: 0,
      Sequence: submission.queue.nextSequence(order.from, sequence),
      LastLedgerSequence: ledgers.openIndex + LIFETIME,
      ...(order.tag === undefined ? {} : { DestinationTag: Number(order.tag) }),
      ...(networkId > NETWORK_ID_FROM ? { NetworkID: networkId } : {}),
    };
  }

  #follow(): void {
    for (const sent of [...this.#sent]) {
      const found = this.#node.ledgers.closed.transaction(sent.tx.hash);
      if (found !== undefined) {
        this.#sent.delete(sent);
        this.#settle(sent, found.metadata.TransactionResult, found.ledgerIndex);
      } else if (this.#node.ledgers.validated.index >= (sent.tx.lastLedger ?? 0)) {
        this.#sent.delete(sent);
        sent.report.failed('DROPPED_BY_BLOCKCHAIN', 'no ledger took it in time');
      } else {
        // What the network lost is sent again: the same bytes can only count once.
        this.#node.submit(sent.tx);
      }
    }
  }

  #settle({ tx, report }: Sent, result: string, ledgerIndex: number): void {
    const ledger = this.#node.ledgers.closed.byIndex(ledgerIndex);
    const amount = tx.amount('Amount');
    const progress: Progress = {
      networkFee: inXrp(tx.fee),
      ...(amount?.kind === 'xrp' ? { netAmount: inXrp(amount.drops) } : {}),
      blockHeight: ledgerIndex,
      ...(ledger === undefined ? {} : { blockHash: ledger.hash }),
    };
    if (result !== 'tesSUCCESS') {
      report.failed('REJECTED_BY_BLOCKCHAIN', result, progress);
      return;
    }
    report.confirming(progress);
    this.#clock.after(0, () => report.completed({ ...progress, subStatus: 'CONFIRMED' }));
  }
}

function inXrp(drops: bigint): string {
  const digits = drops.toString().padStart(7, '0');
  const fraction = digits.slice(-6).replace(/(?<!0)0+$/, '');
  return `${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`;
}
