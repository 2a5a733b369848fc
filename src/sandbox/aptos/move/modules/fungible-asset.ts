import { FRAMEWORK, primaryStoreOf } from '../../address.js';
import type { FungibleAsset } from '../../state/world.js';
import { addressArgument, integerArgument, senderOf, type ViewCall } from '../call.js';
import { MoveAbort } from '../failures.js';
import {
  deposit,
  metadataArgument,
  NOT_STORE_OWNER,
  primaryBalance,
  storeArgument,
  transferBetweenAccounts,
  withdraw,
} from '../fungible-assets.js';
import { entry, type MoveModule, view } from '../module.js';

const OBJECT = '0x1::object::Object<T0>';
const KEYED = { generics: [['key']] } as const;

function viewed(call: ViewCall): FungibleAsset | undefined {
  return call.state.assets.get(addressArgument(call, 0));
}

/** `0x1::fungible_asset`: transfers between stores, and what an asset says of itself. */
export const FUNGIBLE_ASSET: MoveModule = {
  address: FRAMEWORK,
  name: 'fungible_asset',
  structs: [
    {
      name: 'Metadata',
      fields: [
        { name: 'name', type: '0x1::string::String' },
        { name: 'symbol', type: '0x1::string::String' },
        { name: 'decimals', type: 'u8' },
        { name: 'icon_uri', type: '0x1::string::String' },
        { name: 'project_uri', type: '0x1::string::String' },
      ],
    },
  ],
  functions: [
    entry('transfer', { ...KEYED, params: ['&signer', OBJECT, OBJECT, 'u64'] }, (call) => {
      const from = storeArgument(call, 0);
      const to = storeArgument(call, 1);
      const amount = integerArgument(call, 2);
      if (call.draft.stores.get(from)?.owner !== senderOf(call)) {
        throw new MoveAbort(NOT_STORE_OWNER);
      }
      withdraw(call, from, amount);
      deposit(call, to, amount);
    }),
    view('name', { ...KEYED, params: [OBJECT], returns: ['0x1::string::String'] }, (call) => [
      viewed(call)?.name ?? '',
    ]),
    view('symbol', { ...KEYED, params: [OBJECT], returns: ['0x1::string::String'] }, (call) => [
      viewed(call)?.symbol ?? '',
    ]),
    view('decimals', { ...KEYED, params: [OBJECT], returns: ['u8'] }, (call) => [
      viewed(call)?.decimals ?? 0,
    ]),
    view('balance', { ...KEYED, params: [OBJECT], returns: ['u64'] }, (call) => [
      `${call.state.stores.get(addressArgument(call, 0))?.balance ?? 0n}`,
    ]),
  ],
};

/** `0x1::primary_fungible_store`: transfers between accounts. */
export const PRIMARY_FUNGIBLE_STORE: MoveModule = {
  address: FRAMEWORK,
  name: 'primary_fungible_store',
  structs: [],
  functions: [
    entry('transfer', { ...KEYED, params: ['&signer', OBJECT, 'address', 'u64'] }, (call) => {
      const metadata = metadataArgument(call, 0);
      const [to, amount] = [addressArgument(call, 1), integerArgument(call, 2)];
      transferBetweenAccounts(call, metadata, { from: senderOf(call), to, amount });
    }),
    view('balance', { ...KEYED, params: ['address', OBJECT], returns: ['u64'] }, (call) => [
      `${primaryBalance(call.state, addressArgument(call, 0), addressArgument(call, 1))}`,
    ]),
    view('is_frozen', { ...KEYED, params: ['address', OBJECT], returns: ['bool'] }, (call) => {
      const store = primaryStoreOf(addressArgument(call, 0), addressArgument(call, 1));
      return [call.state.stores.get(store)?.frozen ?? false];
    }),
    view(
      'primary_store_exists',
      { ...KEYED, params: ['address', OBJECT], returns: ['bool'] },
      (call) => {
        const store = primaryStoreOf(addressArgument(call, 0), addressArgument(call, 1));
        return [call.state.stores.get(store) !== undefined];
      },
    ),
  ],
};
