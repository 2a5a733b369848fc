import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { AccountNotFundedError } from '../../transactions/index.js';
import { type MptAmount, mptIssuer, type TokenAmount } from '../wire/amounts.js';
import { currencyText } from '../wire/currencies.js';
import { funded } from './funded.js';
import { drops, type XrplNode } from './node.js';
import { pagesOf } from './pages.js';
import { XrplNodeError } from './transport.js';
import { type TrustLine, trustLinesOf } from './trust-lines.js';

const marker = z.optional(z.unknown());

const offer = z.looseObject({
  /** The number of the transaction that placed it: the `offerSequence` that `offerCancel` takes. */
  seq: z.int(),
  /** A sum of bits: 0x10000 for a passive offer, 0x20000 for one that sells all of its amount. */
  flags: z.int(),
  /** What the account still gives: drops as text, or `{ currency, issuer, value }`. */
  taker_gets: z.unknown(),
  /** What the account still wants for it, in the same form. */
  taker_pays: z.unknown(),
  /** The rate: what is wanted divided by what is given, XRP counted in drops. As a decimal string. */
  quality: z.optional(z.string()),
  /** When it ends, in seconds since the Ripple epoch (2000-01-01T00:00:00Z); missing if it has no end. */
  expiration: z.optional(z.int()),
});
const offers = z.looseObject({ offers: z.array(offer), marker });

/** An offer in the form of `account_offers`; amounts of XRP are in drops. */
export type LedgerOffer = z.output<typeof offer>;

const mptoken = z.looseObject({
  MPTokenIssuanceID: z.string().check(z.regex(/^[0-9A-F]{48}$/)),
  // A node may leave out what is empty.
  MPTAmount: z._default(drops, '0'),
});
const mptokens = z.looseObject({ account_objects: z.array(mptoken), marker });

/** An account as the last validated ledger has it. */
export interface XrplAccount {
  /** The account's classic address. */
  readonly address: string;
  /** In drops. */
  readonly balance: string;
  /** The amount that the account can't spend while it owns its present objects, in drops. */
  readonly reserve: string;
  /** `balance` less `reserve`, in drops; `"0"` when the reserve is not covered. */
  readonly available: string;
  /** The number of the next transaction. */
  readonly sequence: number;
  /** Objects in the ledger that count towards the reserve. */
  readonly ownerCount: number;
  /** The account root's flags, as a sum of bits. */
  readonly flags: number;
  /** The ledger that this was read from; 0 if the node did not name it. */
  readonly ledgerIndex: number;
}

/** A token and how much of it an account holds; a value below zero is what it owes as an issuer. */
export interface TokenBalance extends TokenAmount {
  /**
   * The text of a code of more than three letters, such as `RLUSD`. Its issuer chose it: the same text from
   * another issuer is another token, so show it only together with the issuer.
   */
  readonly text?: string;
}

/**
 * How much of a multi-purpose token an account has to send, in its smallest units; escrowed amounts are not
 * included.
 */
export interface MptBalance extends MptAmount {
  /** The issuer's classic address. */
  readonly issuer: string;
}

/** All that an account holds. */
export interface XrplBalances {
  /** In drops. */
  readonly xrp: Pick<XrplAccount, 'balance' | 'reserve' | 'available'>;
  /** Issued tokens, one for each trust line whose balance is not zero. */
  readonly tokens: readonly TokenBalance[];
  /** Multi-purpose tokens (XLS-33). */
  readonly mpts: readonly MptBalance[];
}

/** @throws AccountNotFundedError */
export async function readAccount(
  node: XrplNode,
  address: string,
  options: CallOptions,
): Promise<XrplAccount> {
  const [info, { state }] = await Promise.all([
    node.accountInfo(address, 'validated', options),
    node.serverState(options),
  ]);
  if (!info) throw new AccountNotFundedError(address);
  const { Balance, Flags, OwnerCount, Sequence } = info.account_data;
  const { reserve_base = 0, reserve_inc = 0 } = state.validated_ledger ?? {};
  const reserve = BigInt(reserve_base) + BigInt(reserve_inc) * BigInt(OwnerCount);
  const left = BigInt(Balance) - reserve;
  return {
    address,
    balance: Balance,
    reserve: reserve.toString(),
    available: (left > 0n ? left : 0n).toString(),
    sequence: Sequence,
    ownerCount: OwnerCount,
    flags: Flags,
    ledgerIndex: info.ledger_index ?? 0,
  };
}

/** @throws AccountNotFundedError */
export async function readBalances(
  node: XrplNode,
  address: string,
  options: CallOptions,
): Promise<XrplBalances> {
  const [account, lines, mptokens] = await Promise.all([
    readAccount(node, address, options),
    readTrustLines(node, address, options),
    readMptokens(node, address, options),
  ]);
  const { balance, reserve, available } = account;
  return {
    xrp: { balance, reserve, available },
    tokens: lines.filter((line) => line.balance !== '0').map(tokenIn),
    mpts: mptokens.filter((mpt) => mpt.value !== '0'),
  };
}

async function readMptokens(
  node: XrplNode,
  address: string,
  options: CallOptions,
): Promise<readonly MptBalance[]> {
  const params = { account: address, type: 'mptoken', ledger_index: 'validated' };
  const entriesOf = (page: z.output<typeof mptokens>) => page.account_objects;
  try {
    const held = pagesOf(node, 'account_objects', params, mptokens, entriesOf, options);
    return (await funded(address, held)).map(
      ({ MPTokenIssuanceID: mptIssuanceId, MPTAmount: value }) => ({
        mptIssuanceId,
        issuer: mptIssuer(mptIssuanceId),
        value,
      }),
    );
  } catch (error) {
    // A node, or a network, from before these tokens: it has none.
    if (error instanceof XrplNodeError && error.error === 'invalidParams') return [];
    throw error;
  }
}

function tokenIn({ currency, account: issuer, balance: value }: TrustLine): TokenBalance {
  const text = currencyText(currency);
  return { currency, issuer, value, ...(text === undefined ? {} : { text }) };
}

/** @throws AccountNotFundedError */
export async function readTrustLines(
  node: XrplNode,
  address: string,
  options: CallOptions,
): Promise<readonly TrustLine[]> {
  return funded(address, trustLinesOf(node, address, undefined, options));
}

/** @throws AccountNotFundedError */
export async function readOffers(
  node: XrplNode,
  address: string,
  options: CallOptions,
): Promise<readonly LedgerOffer[]> {
  const params = { account: address, ledger_index: 'validated' };
  const entriesOf = (page: z.output<typeof offers>) => page.offers;
  return funded(address, pagesOf(node, 'account_offers', params, offers, entriesOf, options));
}
