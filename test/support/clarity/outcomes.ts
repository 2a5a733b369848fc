import { type ClarityValue, deserializeCV } from '@stacks/transactions';
import type { ChainEvent, Outcome } from '../../../src/sandbox/stacks/machine.js';

/** What the VM gives back, as far as it is read here. */
interface VmResult {
  readonly result: ClarityValue;
  readonly events: readonly { readonly event: string; readonly data: VmData }[];
}

type VmData = Readonly<Record<string, unknown>>;

/** Runs something in the VM, whose failures are thrown. */
export function outcomeOf(run: () => VmResult): Outcome {
  try {
    const { result, events } = run();
    return { kind: 'executed', result, events: events.flatMap(eventOf) };
  } catch (error) {
    const message = String(error);
    // What the node's own part of a lock refuses makes a transaction that no block can hold.
    const unmineable = /PoxInvalidLockAmount|Expect\(/.test(message);
    return { kind: unmineable ? 'unmineable' : 'runtime-error', message };
  }
}

function eventOf({ event, data }: VmResult['events'][number]): ChainEvent[] {
  const text = (name: string) => String(data[name] ?? '');
  const assets = /^(stx|ft|nft)_(transfer|mint|burn)_event$/.exec(event);
  if (assets !== null) {
    const [, kind, action] = assets;
    const common = {
      action: action as 'transfer' | 'mint' | 'burn',
      sender: text('sender'),
      recipient: text('recipient'),
    };
    const asset = text('asset_identifier');
    if (kind === 'stx') return [{ kind, ...common, amount: BigInt(text('amount')) }];
    if (kind === 'ft') return [{ kind, ...common, asset, amount: BigInt(text('amount')) }];
    const value = deserializeCV(text('raw_value'));
    return [{ kind: 'nft', ...common, asset, value }];
  }
  if (event === 'stx_lock_event') return [lockOf(text)];
  if (event !== 'print_event') return [];
  const value = deserializeCV(text('raw_value'));
  return [{ kind: 'print', contract: text('contract_identifier'), value }];
}

function lockOf(text: (name: string) => string): ChainEvent {
  return {
    kind: 'lock',
    account: text('locked_address'),
    amount: BigInt(text('locked_amount')),
    unlockHeight: Number(text('unlock_height')),
    contract: text('contract_identifier'),
    staking: true,
  };
}
