import { describe, expectTypeOf, test } from 'vitest';
import type { AptosConfirmed, AptosGateway } from '../../src/aptos/index.js';
import type {
  StacksConfirmed,
  StacksFailure,
  StacksGateway,
  StacksTransferParams,
} from '../../src/stacks/index.js';
import type {
  PendingTransaction,
  Receipt,
  XrplConfirmed,
  XrplGateway,
  XrplNativeTransfer,
} from '../../src/xrpl/index.js';

interface Gateways {
  readonly xrpl: XrplGateway;
  readonly aptos: AptosGateway;
  readonly stacks: StacksGateway;
  readonly strict: StacksGateway<true>;
}

// Compiled, and never run: nothing here is ever called.
const never = (_work: (gateways: Gateways) => unknown) => undefined;

describe('what transactions resolve with', () => {
  test('has hash, status and receipt at the top, on every chain', () => {
    interface Common {
      readonly hash: string | undefined;
      readonly status: 'confirmed';
      readonly receipt: Receipt;
    }
    expectTypeOf<XrplConfirmed>().toExtend<Common>();
    expectTypeOf<XrplNativeTransfer>().toExtend<Common>();
    expectTypeOf<AptosConfirmed>().toExtend<Common>();
    expectTypeOf<StacksConfirmed>().toExtend<Common>();
    expectTypeOf<XrplConfirmed['hash']>().toEqualTypeOf<string>();
    expectTypeOf<AptosConfirmed['hash']>().toEqualTypeOf<string>();
    expectTypeOf<StacksConfirmed['hash']>().toEqualTypeOf<string>();
  });

  test('is the transaction itself in the common names, whatever strict is', () => {
    never(async ({ stacks, strict }) => {
      const params = { to: 'SP', amount: '1 STX' } as const;
      expectTypeOf(await stacks.transfer('0', params)).toEqualTypeOf<StacksConfirmed>();
      expectTypeOf(await strict.transfer('0', params)).toEqualTypeOf<StacksConfirmed>();
      expectTypeOf(await stacks.forVault('0').transfer(params)).toEqualTypeOf<StacksConfirmed>();
      expectTypeOf(await stacks.pending('0')).toEqualTypeOf<readonly PendingTransaction[]>();
      expectTypeOf(await stacks.cancel('0', 'key')).toEqualTypeOf<Receipt>();
      expectTypeOf(await stacks.submit('0', '00')).toEqualTypeOf<StacksConfirmed>();
    });
  });

  test('is an answer with success in the specification’s fields, unless it is strict', () => {
    never(async ({ stacks, strict }) => {
      const params: StacksTransferParams = { recipientAddress: 'SP', amount: 1 };
      const answer = await stacks.transfer('0', params);
      expectTypeOf(answer).toEqualTypeOf<StacksConfirmed | StacksFailure>();
      if (answer.success) expectTypeOf(answer).toEqualTypeOf<StacksConfirmed>();
      else expectTypeOf(answer.error).toEqualTypeOf<string>();
      expectTypeOf(await strict.transfer('0', params)).toEqualTypeOf<StacksConfirmed>();
      const bound = await stacks.forVault('0').transfer(params);
      expectTypeOf(bound).toEqualTypeOf<StacksConfirmed | StacksFailure>();
    });
  });

  test('of pending and cancel are the same on every chain', () => {
    type Calls<G extends { pending: unknown; cancel: unknown }> = Pick<G, 'pending' | 'cancel'>;
    expectTypeOf<Calls<StacksGateway>>().toEqualTypeOf<Calls<XrplGateway>>();
    expectTypeOf<Calls<AptosGateway>>().toEqualTypeOf<Calls<XrplGateway>>();
  });
});

describe('the types of amounts', () => {
  test('take a bigint, or text with a unit, also one that is put together', () => {
    never(({ xrpl, aptos, stacks }) => {
      const sum: string = '1.5';
      xrpl.transfer('0', { to: 'r', amount: 1n });
      xrpl.transfer('0', { to: 'r', amount: `${sum} XRP` });
      xrpl.transfer('0', { to: { type: 'VAULT_ACCOUNT', id: '5' }, amount: '10 drops' });
      const token = { currency: 'USD', issuer: 'r' };
      xrpl.transferToken('0', { token, to: 'r', amount: '1.5 USD' });
      aptos.transfer('0', { to: '0x', amount: `${sum} MOVE` });
      aptos.transferToken('0', { token: '0xa', to: '0x', amount: '15 units' });
      stacks.transfer('0', { to: 'SP', amount: '10 microSTX' });
      stacks.transferToken('0', { token: 'SP.a::b', to: 'SP', amount: `${sum} tokens` });
    });
  });

  test('refuse numbers, text without a unit, and another asset’s unit', () => {
    never(({ xrpl, aptos, stacks }) => {
      // @ts-expect-error: drops, or XRP?
      xrpl.transfer('0', { to: 'r', amount: '1' });
      // @ts-expect-error: a number has no unit.
      xrpl.transfer('0', { to: 'r', amount: 1 });
      // @ts-expect-error: STX are not XRP.
      xrpl.transfer('0', { to: 'r', amount: '1 STX' });
      // @ts-expect-error: octas, or coins?
      aptos.transfer('0', { to: '0x', amount: '1' });
      // @ts-expect-error: which token?
      aptos.transferToken('0', { to: '0x', amount: 1n });
      // @ts-expect-error: microSTX, or STX?
      stacks.transfer('0', { to: 'SP', amount: '1' });
      // @ts-expect-error: the specification's amount is in whole STX, which a bigint elsewhere is not.
      stacks.transfer('0', { recipientAddress: 'SP', amount: 1n });
      // @ts-expect-error: no such field.
      xrpl.transfer('0', { to: 'r', amount: 1n, memo: 'x' });
    });
  });
});
