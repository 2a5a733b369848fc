import { DEFAULT_DEFINITIONS } from './ripple.js';

/** A transaction's result, such as `tesSUCCESS` or `tecPATH_DRY`. */
export type ResultCode = `${'tes' | 'tec' | 'tem' | 'tef' | 'tel' | 'ter'}${string}`;

/** Whether a transaction with this result goes into a ledger: it did what it says, or cost its fee. */
export function isApplied(result: ResultCode): boolean {
  return result.startsWith('tes') || result.startsWith('tec');
}

export function isClaim(result: ResultCode): boolean {
  return result.startsWith('tec');
}

export function isResultCode(text: string): text is ResultCode {
  return /^te[scmfelr]/.test(text) && codeOf(text) !== undefined;
}

/** The result's number, by the codec's own table. */
export function resultNumber(result: ResultCode): number {
  return codeOf(result) ?? -1;
}

function codeOf(result: string): number | undefined {
  try {
    return DEFAULT_DEFINITIONS.transactionResult.from(result).ordinal;
  } catch {
    return undefined;
  }
}

/** The result in the server's own words. */
export function resultMessage(result: ResultCode): string {
  return MESSAGES.get(result) ?? result;
}

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['tesSUCCESS', 'The transaction was applied. Only final in a validated ledger.'],
  ['tecDUPLICATE', 'Ledger object already exists.'],
  ['tecDIR_FULL', 'Can not add entry to full directory.'],
  ['tecDST_TAG_NEEDED', 'A destination tag is required.'],
  ['tecEXPIRED', 'Expiration time is passed.'],
  ['tecFAILED_PROCESSING', 'Failed to correctly process transaction.'],
  ['tecFROZEN', 'Asset is frozen.'],
  ['tecINSUFFICIENT_FUNDS', 'Not enough funds available to complete requested transaction.'],
  ['tecINSUFFICIENT_RESERVE', 'Insufficient reserve to complete requested operation.'],
  ['tecINSUF_RESERVE_LINE', 'Insufficient reserve to add trust line.'],
  ['tecINSUF_RESERVE_OFFER', 'Insufficient reserve to create offer.'],
  ['tecINTERNAL', 'An internal error has occurred during processing.'],
  ['tecKILLED', 'No funds transferred and no offer created.'],
  ['tecNEED_MASTER_KEY', 'The operation requires the use of the Master Key.'],
  [
    'tecNO_ALTERNATIVE_KEY',
    'The operation would remove the ability to sign transactions with the account.',
  ],
  ['tecNO_AUTH', 'Not authorized to hold asset.'],
  ['tecNO_DST', 'Destination does not exist. Send XRP to create it.'],
  ['tecNO_DST_INSUF_XRP', 'Destination does not exist. Too little XRP sent to create it.'],
  ['tecNO_ENTRY', 'No matching entry found.'],
  ['tecNO_ISSUER', 'Issuer account does not exist.'],
  ['tecNO_LINE', 'No such line.'],
  ['tecNO_LINE_INSUF_RESERVE', 'No such line. Too little reserve to create it.'],
  ['tecNO_LINE_REDUNDANT', "Can't set non-existent line to default."],
  ['tecNO_PERMISSION', 'No permission to perform requested operation.'],
  ['tecNO_REGULAR_KEY', 'Regular key is not set.'],
  ['tecNO_TARGET', 'Target account does not exist.'],
  ['tecOVERSIZE', 'Object exceeded serialization limits.'],
  ['tecOWNERS', 'Non-zero owner count.'],
  ['tecPATH_DRY', 'Path could not send partial amount.'],
  ['tecPATH_PARTIAL', 'Path could not send full amount.'],
  ['tecUNFUNDED', 'Not enough XRP to satisfy the reserve requirement.'],
  ['tecUNFUNDED_OFFER', 'Insufficient balance to fund created offer.'],
  ['tecUNFUNDED_PAYMENT', 'Insufficient XRP balance to send.'],
  ['tefALREADY', 'The exact transaction was already in this ledger.'],
  ['tefBAD_AUTH', "Transaction's public key is not authorized."],
  ['tefBAD_QUORUM', 'Signatures provided do not meet the quorum.'],
  ['tefBAD_SIGNATURE', 'A signature is provided for a non-signer.'],
  ['tefMASTER_DISABLED', 'Master key is disabled.'],
  ['tefMAX_LEDGER', 'Ledger sequence too high.'],
  ['tefNOT_MULTI_SIGNING', 'Account has no appropriate list of multi-signers.'],
  ['tefNO_AUTH_REQUIRED', 'Auth is not required.'],
  ['tefNO_TICKET', 'Ticket is not in ledger.'],
  ['tefPAST_SEQ', 'This sequence number has already passed.'],
  ['tefWRONG_PRIOR', 'This previous transaction does not match.'],
  ['telBAD_DOMAIN', 'Domain too long.'],
  ['telBAD_PATH_COUNT', 'Malformed: Too many paths.'],
  ['telBAD_PUBLIC_KEY', 'Public key is not valid.'],
  ['telCAN_NOT_QUEUE', 'Can not queue at this time.'],
  [
    'telCAN_NOT_QUEUE_BALANCE',
    'Can not queue at this time: insufficient balance to pay all queued fees.',
  ],
  [
    'telCAN_NOT_QUEUE_FEE',
    'Can not queue at this time: fee insufficient to replace queued transaction.',
  ],
  ['telCAN_NOT_QUEUE_FULL', 'Can not queue at this time: queue is full.'],
  ['telINSUF_FEE_P', 'Fee insufficient.'],
  [
    'telNETWORK_ID_MAKES_TX_NON_CANONICAL',
    'Transactions submitted to this node/network must NOT include a NetworkID field.',
  ],
  ['telNO_DST_PARTIAL', 'Partial payment to create account not allowed.'],
  [
    'telREQUIRES_NETWORK_ID',
    'Transactions submitted to this node/network must include a correct NetworkID field.',
  ],
  [
    'telWRONG_NETWORK',
    'Transaction specifies a Network ID that differs from that of the local node.',
  ],
  ['temBAD_AMOUNT', 'Malformed: Bad amount.'],
  ['temBAD_CURRENCY', 'Malformed: Bad currency.'],
  ['temBAD_EXPIRATION', 'Malformed: Bad expiration.'],
  ['temBAD_FEE', 'Invalid fee, negative or not XRP.'],
  ['temBAD_ISSUER', 'Malformed: Bad issuer.'],
  ['temBAD_LIMIT', 'Limits must be non-negative.'],
  ['temBAD_OFFER', 'Malformed: Bad offer.'],
  ['temBAD_PATH', 'Malformed: Bad path.'],
  ['temBAD_PATH_LOOP', 'Malformed: Loop in path.'],
  ['temBAD_QUORUM', 'Malformed: Quorum is unreachable.'],
  ['temBAD_REGKEY', 'Malformed: Regular key cannot be same as master key.'],
  ['temBAD_SEND_XRP_LIMIT', 'Malformed: Limit quality is not allowed for XRP to XRP.'],
  ['temBAD_SEND_XRP_MAX', 'Malformed: Send max is not allowed for XRP to XRP.'],
  ['temBAD_SEND_XRP_NO_DIRECT', 'Malformed: No Ripple direct is not allowed for XRP to XRP.'],
  ['temBAD_SEND_XRP_PARTIAL', 'Malformed: Partial payment is not allowed for XRP to XRP.'],
  ['temBAD_SEND_XRP_PATHS', 'Malformed: Paths are not allowed for XRP to XRP.'],
  ['temBAD_SEQUENCE', 'Malformed: Sequence is not in the past.'],
  ['temBAD_SIGNATURE', 'Malformed: Bad signature.'],
  ['temBAD_SIGNER', 'Malformed: No signer may duplicate account or other signers.'],
  ['temBAD_SRC_ACCOUNT', 'Malformed: Bad source account.'],
  ['temBAD_TICK_SIZE', 'Malformed: Tick size out of range.'],
  ['temBAD_TRANSFER_RATE', 'Malformed: Transfer rate must be >= 1.0 and <= 2.0'],
  ['temBAD_WEIGHT', 'Malformed: Weight must be a positive value.'],
  ['temCANNOT_PREAUTH_SELF', 'Malformed: An account may not preauthorize itself.'],
  ['temDST_IS_SRC', 'Destination may not be source.'],
  ['temDST_NEEDED', 'Destination not specified.'],
  ['temINVALID', 'The transaction is ill-formed.'],
  ['temINVALID_ACCOUNT_ID', 'Malformed: A field contains an invalid account ID.'],
  ['temINVALID_COUNT', 'Malformed: Count field outside valid range.'],
  ['temINVALID_FLAG', 'The transaction has an invalid flag.'],
  ['temMALFORMED', 'Malformed transaction.'],
  ['temREDUNDANT', 'The transaction is redundant.'],
  ['temRIPPLE_EMPTY', 'PathSet with no paths.'],
  ['temSEQ_AND_TICKET', 'Transaction contains a TicketSequence and a non-zero Sequence.'],
  ['temUNKNOWN', 'The transaction requires logic that is not implemented yet.'],
  ['terINSUF_FEE_B', "Account balance can't pay fee."],
  ['terNO_ACCOUNT', 'The source account does not exist.'],
  ['terNO_AUTH', 'Not authorized to hold IOUs.'],
  ['terNO_LINE', 'No such line.'],
  ['terNO_RIPPLE', 'Path does not permit rippling.'],
  ['terPRE_SEQ', 'Missing/inapplicable prior transaction.'],
  ['terPRE_TICKET', 'Ticket is not yet in ledger.'],
  ['terQUEUED', 'Held until escalated fee drops.'],
]);
