import { isObject } from '../../core/json.js';
import type { CryptocurrencyReference } from '../../provider/schemas/assets.js';
import { PlatformRefusal } from './platform-refusal.js';
import type { SettlementTransaction } from './settlement.js';

type Answer = Readonly<Record<string, unknown>>;

/** A text that an answer has to have. @throws PlatformRefusal 502 */
export function textIn(answer: Answer, name: string): string {
  const text = answer[name];
  if (typeof text !== 'string' || text === '') throw new PlatformRefusal(502, `no-${name}`);
  return text;
}

/** What has to move, or what became of it: of settlement instructions, and of a settlement's state. */
export function legsOf(answer: Answer): readonly Omit<SettlementTransaction, 'settlementTxId'>[] {
  return [
    ...legs(answer.depositInstructions ?? answer.depositTransactions, 'to-exchange'),
    ...legs(answer.withdrawInstructions ?? answer.withdrawTransactions, 'from-exchange'),
  ];
}

function legs(list: unknown, direction: SettlementTransaction['direction']) {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((leg) => {
    const place = direction === 'to-exchange' ? leg.destinationAddress : leg.sourceAddress;
    const status = leg.status === undefined ? '' : textIn(leg, 'status');
    return { direction, amount: textIn(leg, 'amount'), address: addressIn(place), status };
  });
}

function addressIn(place: unknown): SettlementTransaction['address'] {
  if (!isObject(place)) throw new PlatformRefusal(502, 'no-address');
  const asset = assetIn(place.asset);
  return { transferMethod: 'PublicBlockchain', asset, address: textIn(place, 'address') };
}

function assetIn(reference: unknown): CryptocurrencyReference {
  if (!isObject(reference)) throw new PlatformRefusal(502, 'no-asset');
  if (reference.assetId !== undefined) return { assetId: textIn(reference, 'assetId') };
  const blockchain = textIn(reference, 'blockchain');
  return { blockchain, cryptocurrencySymbol: textIn(reference, 'cryptocurrencySymbol') };
}
