import { isObject } from '../../core/json.js';
import { cut, escaped } from '../../core/shown.js';
import type { UnsignedTransaction } from './codec.js';
import { amountWords, currencyWords, textIn } from './explained-words.js';
import {
  accountSetFlags,
  accountSettings,
  flagNames,
  mptokenAuthorizeFlags,
  offerCreateFlags,
  settingName,
  trustSetFlags,
} from './flags.js';

type Words = (transaction: UnsignedTransaction) => readonly (string | undefined)[];

/** Seconds between 1970 and 2000, where the ledger's time begins. */
const RIPPLE_EPOCH = 946_684_800;

const WORDS: Readonly<Record<string, Words>> = {
  OfferCreate: (offer) => [
    `Offer ${amountWords(offer.TakerGets)} for ${amountWords(offer.TakerPays)}`,
    ...flagNames(offerCreateFlags, offer.Flags),
    said('in place of offer', offer.OfferSequence),
    said('domain', offer.DomainID),
    said('open until', dateOf(offer.Expiration)),
  ],
  OfferCancel: ({ OfferSequence }) => [`Cancel offer ${OfferSequence}`],
  AccountSet: accountSetWords,
  TrustSet: ({ LimitAmount, Flags, QualityIn, QualityOut }) => {
    const { currency, issuer, value } = isObject(LimitAmount) ? LimitAmount : {};
    return [
      `Trust ${issuer} for up to ${value} ${currencyWords(`${currency}`)}`,
      ...flagNames(trustSetFlags, Flags),
      said('quality in', QualityIn),
      said('quality out', QualityOut),
    ];
  },
  Clawback: ({ Amount, Holder }) => {
    const { issuer, currency, value } = isObject(Amount) ? Amount : {};
    // Without a holder of its own, the amount's issuer field names the holder.
    if (Holder !== undefined) return [`Claw back ${amountWords(Amount)} from ${Holder}`];
    return [`Claw back ${value} ${currencyWords(`${currency}`)} from ${issuer}`];
  },
  MPTokenAuthorize: ({ MPTokenIssuanceID: id, Holder, Flags }) => {
    const isOver = flagNames(mptokenAuthorizeFlags, Flags).length > 0;
    if (Holder === undefined) return [`${isOver ? 'Stop holding' : 'Hold'} the token ${id}`];
    return [`${isOver ? 'Forbid' : 'Allow'} ${Holder} to hold the token ${id}`];
  },
  CredentialCreate: ({ Subject, CredentialType, URI, Expiration }) => [
    `Issue credential ${textOf(CredentialType)} to ${Subject}`,
    said('URI', URI === undefined ? undefined : textOf(URI)),
    said('valid until', dateOf(Expiration)),
  ],
  CredentialAccept: ({ Issuer, CredentialType }) => [
    `Accept credential ${textOf(CredentialType)} of ${Issuer}`,
  ],
  CredentialDelete: ({ Account, Issuer = Account, Subject = Account, CredentialType }) => [
    `Delete credential ${textOf(CredentialType)} of ${Issuer} for ${Subject}`,
  ],
  TicketCreate: ({ TicketCount }) => [`Set ${TicketCount} numbers aside (TicketCreate)`],
  SetRegularKey: ({ RegularKey }) => [
    RegularKey === undefined ? 'Take the regular key away' : `Let the key ${RegularKey} sign, too`,
  ],
  AccountDelete: ({ Destination, DestinationTag }) => [
    `Delete this account, and pay all of its XRP to ${Destination}`,
    said('tag', DestinationTag),
  ],
};

/** What a transaction other than a payment does. A type without words of its own shows all of its fields. */
export function wordsOf(transaction: UnsignedTransaction): string {
  const { TransactionType: type } = transaction;
  const words = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined;
  const parts = words?.(transaction) ?? [escaped(type), ...fieldsOf(transaction)];
  return parts.filter((part) => part !== undefined).join(', ');
}

function accountSetWords(set: UnsignedTransaction): readonly (string | undefined)[] {
  const { SetFlag, ClearFlag, Domain, TransferRate, TickSize } = set;
  const changes = [
    said('set', settingName(accountSettings, SetFlag)),
    said('clear', settingName(accountSettings, ClearFlag)),
    ...flagNames(accountSetFlags, set.Flags),
    said('domain', Domain === undefined ? undefined : Domain === '' ? 'none' : textOf(Domain)),
    said('transfer rate', TransferRate === undefined ? undefined : `${TransferRate} billionths`),
    said('tick size', TickSize),
    ...['EmailHash', 'MessageKey', 'NFTokenMinter', 'WalletLocator'].map((name) =>
      said(name, set[name]),
    ),
  ].filter((change) => change !== undefined);
  return changes.length === 0 ? ['Change nothing (AccountSet)'] : ['Change settings', ...changes];
}

function said(name: string, value: unknown): string | undefined {
  return value === undefined ? undefined : `${name} ${value}`;
}

function textOf(hex: unknown): string {
  return textIn(`${hex}`) ?? `${hex}`;
}

/** A time of the ledger; its fields count seconds from 2000 on. */
function dateOf(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number') return undefined;
  const date = new Date((seconds + RIPPLE_EPOCH) * 1_000).toISOString();
  return date.replace('T', ' ').replace('.000Z', ' UTC');
}

/** The fields of every transaction, which are told elsewhere or say nothing about what it does. */
const COMMON: ReadonlySet<string> = new Set([
  'TransactionType',
  'Account',
  'Fee',
  'Sequence',
  'TicketSequence',
  'LastLedgerSequence',
  'NetworkID',
  'SigningPubKey',
  'Memos',
]);

/** The fields of the type Amount: in drops they are text, as others are. */
// biome-ignore format: in rows, since the list is read as a whole.
const AMOUNTS: ReadonlySet<string> = new Set([
  'Amount', 'Amount2', 'Balance', 'LimitAmount', 'TakerPays', 'TakerGets', 'SendMax', 'DeliverMin',
  'BidMin', 'BidMax', 'MinimumOffer', 'NFTokenBrokerFee', 'LPTokenOut', 'LPTokenIn', 'EPrice',
  'Price', 'SignatureReward', 'MinAccountCreateAmount', 'FeeAmount', 'MaxFee',
]);

/** Of the other fields, whose order the ledger's codec decides. */
const MAX_FIELD = 40;
const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;

/** What moves value comes first, and then whom it goes to: a long field pushes neither out of the line. */
function fieldsOf(transaction: UnsignedTransaction): readonly string[] {
  const fields = Object.entries(transaction).filter(([name]) => !COMMON.has(name));
  const amounts = fields.filter(isAmount);
  const others = fields.filter((field) => !isAmount(field));
  const parties = others.filter(isParty);
  return [
    ...amounts.map(([name, value]) => `${name} ${amountWords(value)}`),
    ...[...parties, ...others.filter((field) => !isParty(field))].map(
      ([name, value]) => `${name} ${plain(value)}`,
    ),
  ];
}

function isParty([name, value]: readonly [string, unknown]): boolean {
  return name === 'DestinationTag' || (typeof value === 'string' && ADDRESS.test(value));
}

function isAmount([name]: readonly [string, unknown]): boolean {
  return AMOUNTS.has(name);
}

function plain(value: unknown): string {
  const text = escaped(typeof value === 'object' ? (JSON.stringify(value) ?? '') : `${value}`);
  return cut(text, MAX_FIELD);
}
