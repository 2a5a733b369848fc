import { type ClarityValue, serializeCV } from '@stacks/transactions';
import type { ChainEvent } from '../machine.js';

/** Who gave up what in a transaction: what post-conditions are checked against. */
export class Movements {
  /** microSTX sent or burned. */
  readonly stx = new Map<string, bigint>();
  /** By owner, then by asset. */
  readonly fungible = new Map<string, Map<string, bigint>>();
  /** By owner, then by asset: the identifiers that left, as hex. */
  readonly nonFungible = new Map<string, Map<string, Set<string>>>();
  /** microSTX newly locked, by their owners. */
  readonly staked = new Map<string, bigint>();
  readonly poxActions = new Set<string>();

  constructor(events: readonly ChainEvent[]) {
    for (const event of events) this.#add(event);
  }

  #add(event: ChainEvent): void {
    switch (event.kind) {
      case 'stx':
        if (event.action !== 'mint') increase(this.stx, event.sender, event.amount);
        break;
      case 'ft':
        if (event.action === 'mint') break;
        increase(within(this.fungible, event.sender), event.asset, event.amount);
        break;
      case 'nft': {
        if (event.action === 'mint') break;
        const assets = within(this.nonFungible, event.sender);
        const left = assets.get(event.asset) ?? new Set<string>();
        assets.set(event.asset, left.add(nameOf(event.value)));
        break;
      }
      case 'lock':
        if (event.staking) increase(this.staked, event.account, event.amount);
        break;
      case 'pox-action':
        this.poxActions.add(event.account);
        break;
      case 'print':
        break;
    }
  }
}

/** Equal values have equal names. */
export function nameOf(value: ClarityValue): string {
  return serializeCV(value);
}

function increase(sums: Map<string, bigint>, name: string, amount: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + amount);
}

function within<Value>(owners: Map<string, Map<string, Value>>, owner: string): Map<string, Value> {
  const known = owners.get(owner) ?? new Map<string, Value>();
  owners.set(owner, known);
  return known;
}
