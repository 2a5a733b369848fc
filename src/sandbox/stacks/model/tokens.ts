import { Cl, type ClarityValue } from '@stacks/transactions';
import { nameOf } from '../chain/movements.js';
import type { ChainEvent } from '../machine.js';
import {
  argument,
  buffType,
  type CallContext,
  type ModelContract,
  optionalType,
  principalOf,
  publicFunction,
  readOnlyFunction,
  responseType,
  uintOf,
} from './contract.js';
import type { ModelState } from './state.js';

/** A SIP-010 token. */
export interface TokenOptions {
  /** `address.name` of the contract. */
  readonly contract: string;
  readonly asset: string;
  /** `undefined`: it has no `get-decimals`, as tokens that are sent about as spam. */
  readonly decimals: number | undefined;
  readonly name?: string;
  readonly symbol?: string;
  /** What it answers to a caller that moves another account's tokens. Default 4. */
  readonly notOwner?: number;
}

const INSUFFICIENT = Cl.error(Cl.uint(1));
const SAME_RECIPIENT = Cl.error(Cl.uint(2));
const NOT_POSITIVE = Cl.error(Cl.uint(3));
const DONE = Cl.ok(Cl.bool(true));

/** Moves tokens as `ft-transfer?` does, with its error codes. */
export function moveTokens(
  state: ModelState,
  asset: string,
  { sender, recipient, amount }: { sender: string; recipient: string; amount: bigint },
  emit: (event: ChainEvent) => void,
): ClarityValue {
  if (amount <= 0n) return NOT_POSITIVE;
  if (sender === recipient) return SAME_RECIPIENT;
  if (state.tokensOf(asset, sender) < amount) return INSUFFICIENT;
  state.addTokens(asset, sender, -amount);
  state.addTokens(asset, recipient, amount);
  emit({ kind: 'ft', action: 'transfer', asset, sender, recipient, amount });
  return DONE;
}

/** Models a SIP-010 token. */
export function tokenContract(state: ModelState, options: TokenOptions): ModelContract {
  const { contract, asset, decimals, notOwner = 4 } = options;
  const id = `${contract}::${asset}`;
  const transfer = (args: readonly ClarityValue[], { sender: signer, emit }: CallContext) => {
    const sender = principalOf(argument(args, 1));
    if (sender !== signer) return Cl.error(Cl.uint(notOwner));
    const recipient = principalOf(argument(args, 2));
    const amount = uintOf(argument(args, 0));
    return moveTokens(state, id, { sender, recipient, amount }, emit);
  };
  const { symbol = asset.toUpperCase().slice(0, 10), name = asset } = options;
  const answers = (value: ClarityValue) => () => Cl.ok(value);
  const text = { 'string-ascii': { length: 32 } };
  return {
    id: contract,
    fungibleTokens: [asset],
    variables: new Map([['token-name', { type: text, read: () => Cl.stringAscii(name) }]]),
    functions: [
      publicFunction('transfer', TRANSFER, responseType('bool'), transfer),
      readOnlyFunction('get-name', {}, responseType(text), answers(Cl.stringAscii(name))),
      readOnlyFunction('get-symbol', {}, responseType(text), answers(Cl.stringAscii(symbol))),
      readOnlyFunction('get-balance', { who: 'principal' }, responseType('uint128'), (args) =>
        Cl.ok(Cl.uint(state.tokensOf(id, principalOf(argument(args, 0))))),
      ),
      ...(decimals === undefined
        ? []
        : [
            readOnlyFunction(
              'get-decimals',
              {},
              responseType('uint128'),
              answers(Cl.uint(decimals)),
            ),
          ]),
    ],
  };
}

const TRANSFER = {
  amount: 'uint128',
  sender: 'principal',
  recipient: 'principal',
  memo: optionalType(buffType(34)),
} as const;

/** Models a SIP-009 collection. */
export function collectionContract(
  state: ModelState,
  { contract, asset }: { contract: string; asset: string },
): ModelContract {
  const id = `${contract}::${asset}`;
  const keyOf = (value: ClarityValue) => `${id} ${nameOf(value)}`;
  return {
    id: contract,
    nonFungibleTokens: [asset],
    functions: [
      publicFunction(
        'transfer',
        { id: 'uint128', sender: 'principal', recipient: 'principal' },
        responseType('bool'),
        (args, context) => {
          const value = argument(args, 0);
          const sender = principalOf(argument(args, 1));
          const recipient = principalOf(argument(args, 2));
          if (sender !== context.sender) return Cl.error(Cl.uint(4));
          if (state.nonFungible.get(keyOf(value)) !== sender) return INSUFFICIENT;
          state.nonFungible.set(keyOf(value), recipient);
          context.emit({ kind: 'nft', action: 'transfer', asset: id, sender, recipient, value });
          return DONE;
        },
      ),
      readOnlyFunction(
        'get-owner',
        { id: 'uint128' },
        responseType(optionalType('principal'), 'none'),
        (args) => {
          const owner = state.nonFungible.get(keyOf(argument(args, 0)));
          return Cl.ok(owner === undefined ? Cl.none() : Cl.some(Cl.principal(owner)));
        },
      ),
    ],
  };
}
