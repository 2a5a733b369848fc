import { type Address, FRAMEWORK, FUNGIBLE_ASSETS, parseAddress } from '../../address.js';
import {
  addressArgument,
  type EntryCall,
  integerArgument,
  listArgument,
  senderOf,
} from '../call.js';
import { coinOf, depositCoin, register, withdrawCoin } from '../coins.js';
import { type AbortReason, MoveAbort } from '../failures.js';
import {
  ensurePrimaryStore,
  metadataArgument,
  transferBetweenAccounts,
} from '../fungible-assets.js';
import { entry, type MoveModule } from '../module.js';

const LENGTHS_DIFFER: AbortReason = {
  module: 'aptos_account',
  category: 'invalid-argument',
  reason: 5,
  name: 'EMISMATCHING_RECIPIENTS_AND_AMOUNTS_LENGTH',
  description: "The lengths of the recipients and amounts lists don't match.",
};

const METADATA = '0x1::object::Object<0x1::fungible_asset::Metadata>';

/** Where the account is not there yet, and accounts have to be made, it is made. */
function ensureAccount(call: EntryCall, address: Address): void {
  if (call.statelessAccounts || call.draft.accounts.get(address) !== undefined) return;
  call.gas.chargeNewEntry();
  call.draft.accounts.set(address, { sequenceNumber: 0n, authenticationKey: address });
}

function transferNative(call: EntryCall, to: Address, amount: bigint): void {
  ensureAccount(call, to);
  transferBetweenAccounts(call, FUNGIBLE_ASSETS, { from: senderOf(call), to, amount });
}

function transferCoin(call: EntryCall, to: Address, amount: bigint): void {
  const coin = coinOf(call, call.types[0]);
  withdrawCoin(call, senderOf(call), coin, amount);
  ensureAccount(call, to);
  register(call, to, coin);
  depositCoin(call, to, coin, amount);
}

function forEachRecipient(
  call: EntryCall,
  [recipients, amounts]: readonly [number, number],
  action: (to: Address, amount: bigint) => void,
): void {
  const addresses = listArgument(call, recipients);
  const units = listArgument(call, amounts);
  if (addresses.length !== units.length) throw new MoveAbort(LENGTHS_DIFFER);
  for (const [index, address] of addresses.entries()) {
    const to = parseAddress(String(address));
    if (to !== undefined) action(to, BigInt(String(units[index])));
  }
}

/** `0x1::aptos_account`: transfers that make what the recipient needs. */
export const APTOS_ACCOUNT: MoveModule = {
  address: FRAMEWORK,
  name: 'aptos_account',
  structs: [],
  functions: [
    entry('create_account', { params: ['address'] }, (call) => {
      ensureAccount(call, addressArgument(call, 0));
      ensurePrimaryStore(call, addressArgument(call, 0), FUNGIBLE_ASSETS);
    }),
    entry('transfer', { params: ['&signer', 'address', 'u64'] }, (call) => {
      transferNative(call, addressArgument(call, 0), integerArgument(call, 1));
    }),
    entry('batch_transfer', { params: ['&signer', 'vector<address>', 'vector<u64>'] }, (call) =>
      forEachRecipient(call, [0, 1], (to, amount) => transferNative(call, to, amount)),
    ),
    entry('transfer_coins', { generics: [[]], params: ['&signer', 'address', 'u64'] }, (call) =>
      transferCoin(call, addressArgument(call, 0), integerArgument(call, 1)),
    ),
    entry(
      'batch_transfer_coins',
      { generics: [[]], params: ['&signer', 'vector<address>', 'vector<u64>'] },
      (call) => forEachRecipient(call, [0, 1], (to, amount) => transferCoin(call, to, amount)),
    ),
    entry(
      'transfer_fungible_assets',
      { params: ['&signer', METADATA, 'address', 'u64'] },
      (call) => {
        const metadata = metadataArgument(call, 0);
        const [to, amount] = [addressArgument(call, 1), integerArgument(call, 2)];
        transferBetweenAccounts(call, metadata, { from: senderOf(call), to, amount });
      },
    ),
  ],
};
