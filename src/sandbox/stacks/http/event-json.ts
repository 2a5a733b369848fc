import { serializeCV } from '@stacks/transactions';
import type { MinedTransaction } from '../chain/blocks.js';
import type { ChainEvent } from '../machine.js';
import { repr } from '../wire/repr.js';

type Json = Record<string, unknown>;

/** A transaction's events as the API shows them. */
export function eventsJson({ tx, events }: MinedTransaction): readonly Json[] {
  return events.map((event, index) => ({
    event_index: index,
    tx_id: tx.txid,
    ...eventJson(event),
  }));
}

function eventJson(event: ChainEvent): Json {
  switch (event.kind) {
    case 'stx':
      return {
        event_type: 'stx_asset',
        asset: {
          asset_event_type: event.action,
          sender: event.sender,
          recipient: event.recipient,
          amount: `${event.amount}`,
          memo: `0x${event.memo ?? ''}`,
        },
      };
    case 'ft':
      return {
        event_type: 'fungible_token_asset',
        asset: {
          asset_event_type: event.action,
          asset_id: event.asset,
          sender: event.sender,
          recipient: event.recipient,
          amount: `${event.amount}`,
        },
      };
    case 'nft':
      return {
        event_type: 'non_fungible_token_asset',
        asset: {
          asset_event_type: event.action,
          asset_id: event.asset,
          sender: event.sender,
          recipient: event.recipient,
          value: { hex: `0x${serializeCV(event.value)}`, repr: repr(event.value) },
        },
      };
    case 'lock':
      return {
        event_type: 'stx_lock',
        stx_lock_event: {
          locked_amount: `${event.amount}`,
          unlock_height: event.unlockHeight,
          locked_address: event.account,
          contract_identifier: event.contract,
        },
      };
    case 'print':
      return {
        event_type: 'smart_contract_log',
        contract_log: {
          contract_id: event.contract,
          topic: 'print',
          value: { hex: `0x${serializeCV(event.value)}`, repr: repr(event.value) },
        },
      };
    case 'pox-action':
      throw new Error('only post-conditions know of PoX actions');
  }
}
