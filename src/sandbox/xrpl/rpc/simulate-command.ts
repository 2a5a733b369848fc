import { isObject } from '../../../core/json.js';
import { requiredFee } from '../apply/transactor.js';
import { currentFee } from '../ledger/fees.js';
import type { LedgerNode } from '../node.js';
import { resultMessage, resultNumber } from '../result-codes.js';
import { decode, encode, isValidClassicAddress } from '../ripple.js';
import { Transaction } from '../transaction.js';
import type { Command } from './command.js';
import { InvalidTransaction, invalidField, missingField, RpcError } from './errors.js';
import type { Params } from './params.js';
import { metadataBlob, transactionJson } from './transaction-json.js';

type Fields = Readonly<Record<string, unknown>>;

/** What signs, which has no business in a dry run. */
const SECRETS = ['secret', 'seed', 'seed_hex', 'passphrase'];
const NETWORK_ID_FROM = 1_024;

/** What a transaction would come to, were it signed and submitted now (XLS-69). */
export const simulate: Command = ({ node, params }) => {
  for (const secret of SECRETS) if (params.has(secret)) throw invalidField(secret);
  const binary = params.flag('binary');
  const tx = completed(node, givenFields(params));
  const { applied, metadata } = node.submission.simulate(tx);
  const { result } = applied;
  const shown = binary ? { tx_blob: tx.blob } : { tx_json: transactionJson(tx) };
  const done = metadata && (binary ? { meta_blob: metadataBlob(metadata) } : { meta: metadata });
  return {
    applied: false,
    engine_result: result,
    engine_result_code: resultNumber(result),
    engine_result_message:
      result === 'tesSUCCESS'
        ? 'The simulated transaction would have been applied.'
        : resultMessage(result),
    ledger_index: node.ledgers.openIndex,
    ...shown,
    ...done,
  };
};

function givenFields(params: Params): Fields {
  if (params.has('tx_blob') === params.has('tx_json')) throw new RpcError('invalidParams');
  const fields = params.has('tx_blob') ? decoded(params) : params.all.tx_json;
  if (!isObject(fields))
    throw new RpcError('invalidParams', "Invalid field 'tx_json', not object.");
  if (fields.TransactionType === undefined) throw missingField('tx.TransactionType');
  if (fields.Account === undefined) throw missingField('tx.Account');
  if (fields.TransactionType === 'Batch') throw new RpcError('notImpl');
  if (isSigned(fields)) throw new RpcError('transactionSigned');
  return fields;
}

function decoded(params: Params): unknown {
  try {
    return decode(params.text('tx_blob') ?? '');
  } catch {
    throw invalidField('tx_blob');
  }
}

function isSigned({ TxnSignature = '', Signers }: Fields): boolean {
  const signers: readonly unknown[] = Array.isArray(Signers) ? Signers : [];
  return (
    TxnSignature !== '' ||
    signers.some((entry) => isObject(entry) && isObject(entry.Signer) && isSigned(entry.Signer))
  );
}

/** The transaction with what was left to the node. */
function completed(node: LedgerNode, fields: Fields): Transaction {
  const { Account } = fields;
  if (typeof Account !== 'string' || !isValidClassicAddress(Account)) {
    throw new RpcError('srcActMalformed', "Invalid field 'tx.Account'.");
  }
  const { networkId } = node;
  const whole = {
    SigningPubKey: '',
    Sequence: fields.TicketSequence === undefined ? nextSequence(node, Account, fields) : 0,
    Fee: '0',
    ...(networkId > NETWORK_ID_FROM ? { NetworkID: networkId } : {}),
    ...fields,
  };
  const tx = read(whole);
  if (fields.Fee !== undefined) return tx;
  const { fees } = node.ledgers;
  return read({ ...whole, Fee: `${requiredFee(currentFee(fees), fees, tx)}` });
}

/** Behind what waits in the queue: then it is no dry run of what is next. */
function nextSequence(node: LedgerNode, address: string, { Sequence }: Fields): number {
  const account = node.ledgers.openView.account(address);
  if (account === undefined && Sequence === undefined) throw new RpcError('srcActNotFound');
  return node.submission.queue.nextSequence(address, account?.Sequence ?? 0);
}

function read({ TxnSignature: _, ...fields }: Fields): Transaction {
  try {
    return new Transaction(encode(fields));
  } catch (error) {
    throw new InvalidTransaction(error instanceof Error ? error.message : 'malformed');
  }
}
