import { type ClarityValue, serializeCV } from '@stacks/transactions';
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

/** The same, as v3 shows them. */
export function eventsJsonV3({ events }: MinedTransaction) {
  return events.map((event, index) => ({ event_index: index, ...eventJsonV3(event) }));
}

function eventJsonV3(event: ChainEvent): Json {
  switch (event.kind) {
    case 'stx': {
      const { action, sender, recipient, amount, memo = '' } = event;
      const memoJson = { hex: `0x${memo}`, repr: textOf(memo) };
      const sent = action === 'transfer' ? { memo: memo === '' ? null : memoJson } : {};
      const stx_asset = { type: action, sender, recipient, amount: `${amount}`, ...sent };
      return { type: 'stx_asset', stx_asset };
    }
    case 'ft': {
      const { action, asset, sender, recipient, amount } = event;
      const moved = { type: action, asset_identifier: asset, sender, recipient };
      return { type: 'ft_asset', ft_asset: { ...moved, amount: `${amount}` } };
    }
    case 'nft': {
      const { action, asset, sender, recipient, value } = event;
      const moved = { type: action, asset_identifier: asset, sender, recipient };
      return { type: 'nft_asset', nft_asset: { ...moved, value: valueJson(value) } };
    }
    case 'lock': {
      const { amount, unlockHeight, account: address } = event;
      const stx_lock = { amount: `${amount}`, unlock_bitcoin_height: unlockHeight, address };
      return { type: 'stx_lock', stx_lock };
    }
    case 'print': {
      const contract_log = { contract_id: event.contract, topic: 'print' };
      return {
        type: 'contract_log',
        contract_log: { ...contract_log, value: valueJson(event.value) },
      };
    }
    case 'pox-action':
      throw new Error('only post-conditions know of PoX actions');
  }
}

/** Without the zeros that memos are filled up with. */
export function textOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  return bytes.toString('utf8', 0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}

export function valueJson(value: ClarityValue): Json {
  return { hex: `0x${serializeCV(value)}`, repr: repr(value) };
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
          value: valueJson(event.value),
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
          value: valueJson(event.value),
        },
      };
    case 'pox-action':
      throw new Error('only post-conditions know of PoX actions');
  }
}
