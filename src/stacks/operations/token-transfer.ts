import { utf8ToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import type { Agreed } from '../node/ledger.js';
import { countedAmount } from '../wire/amounts.js';
import { encodeValue } from '../wire/clarity-codec.js';
import { buffer, NONE, principal, some, uint } from '../wire/clarity-value.js';
import type { KnownToken, Token } from '../wire/known-tokens.js';
import { encodePostCondition } from '../wire/post-conditions.js';
import type { ComposedCall, Composing } from './input.js';
import type { Tokens } from './tokens.js';

/** A transfer of tokens of any contract. */
export interface TokenPayment {
  readonly recipientAddress: string;
  /** Base units, or a decimal string while the token's decimals are not known. */
  readonly amount: bigint | string;
  /** Those that the caller has counted the amount with. */
  readonly decimals?: number | undefined;
  readonly memo?: string | undefined;
  readonly token: KnownToken | Token;
}

/** A SIP-010 transfer that moves exactly this amount, or nothing at all. */
export async function composeTransfer(
  { recipientAddress, amount, decimals: counted, memo, token: named }: TokenPayment,
  tokens: Tokens,
  { node, account: { address } }: Composing,
  agreed: Agreed,
): Promise<ComposedCall> {
  const token = typeof named === 'string' ? await tokens.known(agreed, named) : named;
  const { contract, asset } = token;
  // The call does not depend on these reads, so its fee can be requested in parallel.
  const checked = Promise.all([
    tokens.balance(node, token, address),
    tokens.check(node, token),
    counted === undefined ? undefined : checkDecimals(counted, tokens, agreed, contract),
  ]);
  checked.catch(() => undefined);
  // Base units do not depend on what a node reports about the token.
  const decimals =
    typeof amount === 'bigint' ? undefined : await tokens.agreedDecimals(agreed, contract);
  const units = countedAmount(amount, decimals ?? 0);
  const spends = checked.then(([available]) => {
    return [{ asset: `${contract}::${asset}`, amount: units, available, decimals }];
  });
  spends.catch(() => undefined);
  const args = [
    uint(units),
    principal(address),
    principal(recipientAddress),
    memo ? some(buffer(utf8ToBytes(memo))) : NONE,
  ];
  const condition = encodePostCondition({
    type: 'ft-postcondition',
    address,
    condition: 'eq',
    amount: units,
    asset: `${contract}::${asset}`,
  });
  return {
    call: {
      contract,
      functionName: 'transfer',
      functionArgs: args.map(encodeValue),
      postConditions: [condition],
      postConditionMode: 'deny',
    },
    spends,
  };
}

/** With wrong decimals a multiple would be paid. Where operators don't answer, or don't agree, the caller's stand. */
async function checkDecimals(
  counted: number,
  tokens: Tokens,
  agreed: Agreed,
  contract: string,
): Promise<void> {
  const own = await tokens.agreedDecimals(agreed, contract).catch(() => counted);
  if (own === counted) return;
  throw new InvalidInputError('tokenDecimals', `is ${counted}, and the token has ${own}`);
}
