import { InvalidInputError, UnreachableError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import type { TransactionCodec } from '../../signer/transaction-codec.js';
import { type Claims, requestIdIn, textIn } from './claims.js';
import { assertNoMessages, decodeRaw } from './raw.js';
import type {
  CallbackFacts,
  CallbackRequest,
  RawCallback,
  TransferDestination,
} from './requests.js';
import { signingVaultsOf, sourceVaultOf } from './vault.js';

/** Which requests a handler accepts at all. */
export interface CallbackRules {
  readonly codecs: readonly TransactionCodec[];
  readonly vaults: readonly string[] | undefined;
  readonly otherOperations: readonly string[];
  readonly addressOf: ((wallet: CallbackWallet) => string | undefined) | undefined;
}

/** The wallet that a RAW request would sign for. */
export interface CallbackWallet {
  /** The name of the codec's chain, such as `xrpl`. */
  readonly chain: string;
  /** The vault account whose key would sign, as the request's source or derivation path names it. */
  readonly vaultAccountId: string;
  /** Fireblocks' id of the asset, such as `XRP_TEST`. Missing where the request names none. */
  readonly assetId: string | undefined;
}

/**
 * A co-signer's request, with every check that does not depend on the application.
 *
 * @throws InvalidInputError with the reason of a refusal that needs no decision.
 */
export async function readRequest(claims: Claims, rules: CallbackRules): Promise<CallbackRequest> {
  const operation = textIn(claims, 'operation') ?? '';
  const raw = operation === 'RAW';
  const vaults = raw ? signingVaultsOf(claims) : [sourceVaultOf(claims)];
  for (const vault of vaults) checkVault(vault, rules);
  const facts = factsOf(claims, operation, vaults[0]);
  if (raw) {
    const decoded = await decodeRaw(claims, rules.codecs);
    const vaultChecked = checkSigners(decoded, vaults, facts, rules);
    const unexplained = { explanations: [], summary: undefined };
    return { ...facts, kind: 'raw', vaultChecked, ...decoded, ...unexplained };
  }
  if (operation === 'TRANSFER') {
    assertNoMessages(claims);
    const amount = textIn(claims, 'requestedAmountStr') ?? textIn(claims, 'amountStr');
    return { ...facts, kind: 'transfer', amount, destinations: destinationsOf(claims, amount) };
  }
  if (rules.otherOperations.includes(operation)) return { ...facts, kind: 'other' };
  throw new InvalidInputError('operation', 'is not one that is signed here');
}

function factsOf(
  claims: Claims,
  operation: string,
  vaultAccountId: string | undefined,
): CallbackFacts {
  return {
    requestId: requestIdIn(claims),
    txId: textIn(claims, 'txId'),
    externalTxId: textIn(claims, 'externalTxId'),
    signerId: textIn(claims, 'signerId'),
    operation,
    vaultAccountId,
    assetId: textIn(claims, 'asset'),
    note: textIn(claims, 'note'),
    claims,
  };
}

function checkVault(vaultAccountId: string | undefined, { vaults }: CallbackRules): void {
  if (!vaults || (vaultAccountId !== undefined && vaults.includes(vaultAccountId))) return;
  throw new InvalidInputError('sourceId', 'is not served here');
}

/**
 * Whether each transaction is known to be of the wallet whose key would sign it. Where several wallets sign, only
 * `addressOf` can tell that each signs for itself.
 *
 * @throws InvalidInputError where one is known to be of another wallet, or may be.
 */
function checkSigners(
  { chain, transactions }: Pick<RawCallback, 'chain' | 'transactions'>,
  vaults: readonly (string | undefined)[],
  facts: CallbackFacts,
  rules: CallbackRules,
): boolean {
  const checked = transactions.map(({ signer }, index) =>
    checkSigner(chain, signer, { ...facts, vaultAccountId: vaults[index] }, rules),
  );
  const areKnown = checked.every((known) => known);
  const signers = new Set(transactions.map(({ signer }) => signer));
  if ((signers.size > 1 || new Set(vaults).size > 1) && !areKnown) {
    throw new InvalidInputError('sourceId', 'has several signers that addressOf does not know');
  }
  return areKnown;
}

/** @throws UnreachableError where the user's function fails: it may know the address another time. */
function askedOf(
  addressOf: CallbackRules['addressOf'],
  wallet: CallbackWallet,
): string | undefined {
  try {
    return addressOf?.(wallet);
  } catch (cause) {
    throw new UnreachableError('addressOf', 'it failed', { cause });
  }
}

/**
 * Whether the transaction is known to be of the wallet whose key would sign it.
 *
 * @throws InvalidInputError where it is known to be of another wallet.
 */
function checkSigner(
  chain: string,
  signer: string,
  { vaultAccountId, assetId }: CallbackFacts,
  { addressOf }: CallbackRules,
): boolean {
  if (vaultAccountId === undefined) return false;
  const expected = askedOf(addressOf, { chain, vaultAccountId, assetId });
  if (expected === undefined) return false;
  if (expected === signer) return true;
  throw new InvalidInputError('sourceId', 'is not the vault account that signs');
}

function destinationsOf(claims: Claims, amount: string | undefined): TransferDestination[] {
  const listed: readonly unknown[] = Array.isArray(claims.destinations) ? claims.destinations : [];
  const known = listed.filter(isObject).map((entry) => ({
    type: textIn(entry, 'dstType'),
    id: textIn(entry, 'dstId'),
    address: textIn(entry, 'displayDstAddress'),
    amount: textIn(entry, 'amountNativeStr'),
  }));
  const [only] = known;
  // Several destinations have no single address; for one destination, the request's own fields say more.
  if (only && known.length > 1) return known;
  return [
    {
      type: textIn(claims, 'destType') ?? only?.type,
      id: textIn(claims, 'destId') ?? only?.id,
      address: textIn(claims, 'destAddress') ?? only?.address,
      amount: only?.amount ?? amount,
    },
  ];
}
