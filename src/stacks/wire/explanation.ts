import { formatAmount } from '../../core/amount.js';
import { bytesToHex, fromHex, utf8ToBytes } from '../../core/bytes.js';
import { cut, escaped, quoted, shortened } from '../../core/shown.js';
import { summaryOf } from '../../signer/summary.js';
import type {
  DecodedTransaction,
  ExplainOptions,
  Explanation,
} from '../../signer/transaction-codec.js';
import { formatStx, STX_DECIMALS } from './amounts.js';
import { decodeValue } from './clarity-codec.js';
import { clarityText } from './clarity-text.js';
import type { ClarityValue } from './clarity-value.js';
import { decodePayload } from './decode.js';
import { KNOWN_DECIMALS, KNOWN_TOKENS } from './known-tokens.js';
import type { LegibleStacksTransaction } from './payload.js';
import { isStructuredData } from './payload-kinds.js';
import { plainValue } from './plain-value.js';
import { decodeStructuredData, type StructuredData } from './structured-data.js';
import { exactTransfer } from './token-transfer.js';
import type { ContractCall } from './transaction.js';
import { memoText } from './transaction-payload.js';
import { decodeTransaction } from './wire-transaction.js';

export { decode } from './decode.js';

/** Of arguments, which are told last. */
const MAX_ARGUMENT = 24;
/** Of post-conditions, before the fee. */
const MAX_CONDITIONS = 3;
/** Half of it is an address. */
const MAX_TOKEN = 80;

/** A call with its arguments as values. */
export interface Call extends Omit<ContractCall, 'functionArgs' | 'postConditions'> {
  readonly args: readonly ClarityValue[];
}

/** Decoded structured data in words. */
function explainData(
  decoded: DecodedTransaction<StructuredData>,
  options: ExplainOptions = {},
): Explanation<StructuredData> {
  const action = structuredWords(decoded.transaction);
  const explanation = { ...decoded, action, fee: undefined, expiry: undefined };
  return { ...explanation, summary: summaryOf([explanation], options) };
}

/** A payload's transaction, or its structured data, in words. @throws InvalidInputError as `decode` does. */
export async function explain(
  payload: unknown,
  options: ExplainOptions = {},
): Promise<Explanation<LegibleStacksTransaction | StructuredData>> {
  if (isStructuredData(payload)) return explainData(decodeStructuredData(payload), options);
  const { decoded, unsigned } = decodePayload(payload);
  const { transaction } = decoded;
  const explanation = {
    ...decoded,
    ...(await wordsIn(unsigned.hex, transaction)),
    fee: {
      units: BigInt(transaction.fee),
      decimals: STX_DECIMALS,
      symbol: 'STX',
      isLimit: false,
    },
    expiry: { kind: 'never' },
  } as const;
  return { ...explanation, summary: summaryOf([explanation], options) };
}

function structuredWords({ domain, message }: StructuredData): string {
  const { name, version, chainId } = domain;
  const said = escaped(JSON.stringify(message).replaceAll('"', ''));
  return `Sign the statement ${said} for ${quoted(name)} version ${quoted(version)} on chain ${chainId}`;
}

type Words = Pick<Explanation, 'action' | 'details'>;

async function wordsIn(hex: string, transaction: LegibleStacksTransaction): Promise<Words> {
  const { payload, postConditionMode } = decodeTransaction(hex);
  switch (payload.kind) {
    case 'transfer': {
      const { amount, recipient } = payload;
      const memo = memoText(payload.memo);
      const text = memo === '' ? '' : `, memo ${quoted(memo)}`;
      return { action: `Pay ${formatStx(amount)} to ${recipient}${text}` };
    }
    case 'contract-call': {
      const { contract, functionName, functionArgs } = payload;
      const args = functionArgs.map(decodeValue);
      return callWords({ contract, functionName, args, postConditionMode }, transaction);
    }
    case 'deployment': {
      const { name, code } = payload;
      const action = `Deploy the contract ${quoted(name)} of ${code.length} characters`;
      return { action: `${action}${movesWords(transaction)}` };
    }
  }
}

async function callWords(call: Call, transaction: LegibleStacksTransaction): Promise<Words> {
  const transfer = tokenWords(call, transaction);
  if (transfer !== undefined) return { action: transfer };
  const { stackingWords } = await import('./explained-stacking.js');
  const words = stackingWords(call, transaction.network);
  const moves = movesWords(transaction);
  if (words !== undefined) return { action: `${words}${moves}` };
  const action = `Call ${shortened(call.contract, MAX_TOKEN)} ${shortened(call.functionName)}${moves}`;
  return { action, details: argumentWords(call) };
}

function tokenWords(call: Call, transaction: LegibleStacksTransaction): string | undefined {
  const [, , to, memo] = call.args.map(plainValue);
  const transfer = exactTransfer(transaction);
  if (!transfer) return undefined;
  const text = typeof memo === 'string' ? `, memo ${textIn(memo)}` : '';
  return `Pay ${tokens(`${transfer.amount}`, transfer.asset, transaction.chainId)} to ${to}${text}`;
}

function shownArgument(arg: ClarityValue): string {
  const text = escaped(clarityText(arg));
  return /^'[\w.-]+$/.test(text) ? shortened(text, MAX_TOKEN) : cut(text, MAX_ARGUMENT);
}

/** Text within them keeps its marks escaped, so that none of it looks like the end of an argument. */
function argumentWords({ args }: Call): string {
  if (args.length === 0) return 'without arguments';
  return `with ${args.map(shownArgument).join(', ')}`;
}

const COMPARED: Readonly<Record<string, string>> = {
  eq: 'exactly ',
  gt: 'more than ',
  gte: 'at least ',
  lt: 'less than ',
  lte: 'at most ',
};
const REST = {
  allow: 'anything else may move',
  deny: 'nothing else may move',
  originator: 'nothing else of this account may move',
} as const;

/** What the post-conditions let a transaction do: the chain holds it to that. */
function movesWords(transaction: LegibleStacksTransaction): string {
  const { postConditions, postConditionMode, chainId, sender } = transaction;
  const conditions = postConditions.map((one) => {
    const { type, address, condition, amount, asset } = one;
    const who = address === 'origin' || address === sender ? 'this account' : `${address}`;
    const howMuch = COMPARED[`${condition}`] ?? '';
    switch (type) {
      case 'stx-postcondition':
        return `${who} sends ${howMuch}${formatStx(BigInt(`${amount}`))}`;
      case 'ft-postcondition':
        return `${who} sends ${howMuch}${tokens(`${amount}`, `${asset}`, chainId)}`;
      case 'staking-postcondition':
        return `${who} locks ${howMuch}${formatStx(BigInt(`${amount}`))}`;
      default:
        if (asset === undefined) return `${who} ${condition} stacking`;
        return `${who} ${condition} ${shortened(`${asset}`, MAX_TOKEN)} ${shortened(`${one.assetId}`)}`;
    }
  });
  const rest = REST[postConditionMode];
  if (conditions.length === 0) return `, ${rest.replace(' else', '')}`;
  const shown = conditions.slice(0, MAX_CONDITIONS).join(', ');
  const more = conditions.length - MAX_CONDITIONS;
  return `, ${shown}${more > 0 ? `, ${more} more conditions` : ''}, ${rest}`;
}

/** The bytes name a token, not its decimals; those of well-known ones are constants here. */
function tokens(units: string, asset: string, chainId: number): string {
  for (const name of ['sBTC', 'USDCx'] as const) {
    const known = KNOWN_TOKENS[chainId]?.[name];
    if (known && asset === `${known.contract}::${known.asset}`) {
      return `${formatAmount(BigInt(units), KNOWN_DECIMALS[name])} ${name}`;
    }
  }
  return `${units} base units of the token ${shortened(asset, MAX_TOKEN)}`;
}

/** A memo's bytes as text, where they are text. */
function textIn(hex: string): string {
  const digits = hex.replace(/^0x/, '');
  const text = new TextDecoder().decode(fromHex(digits));
  return bytesToHex(utf8ToBytes(text)) === digits ? quoted(text) : hex;
}
