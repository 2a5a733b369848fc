import { FRAMEWORK, shown } from '../../address.js';
import type { Coin } from '../../state/world.js';
import { typeText } from '../../types/move-type.js';
import { addressArgument, integerArgument, senderOf, type ViewCall } from '../call.js';
import {
  coinBalance,
  coinOf,
  depositCoin,
  isRegistered,
  register,
  withdrawCoin,
} from '../coins.js';
import { entry, type MoveModule, view } from '../module.js';

const COIN = { generics: [[]] } as const;

function viewed(call: ViewCall): Coin | undefined {
  const [type] = call.types;
  return type === undefined ? undefined : call.state.coins.get(typeText(type));
}

/** `0x1::coin`: the older standard, and what it says of a coin that is a fungible asset too. */
export const COIN_MODULE: MoveModule = {
  address: FRAMEWORK,
  name: 'coin',
  structs: [{ name: 'Coin', fields: [{ name: 'value', type: 'u64' }] }],
  functions: [
    entry('transfer', { ...COIN, params: ['&signer', 'address', 'u64'] }, (call) => {
      const coin = coinOf(call, call.types[0]);
      const amount = integerArgument(call, 1);
      withdrawCoin(call, senderOf(call), coin, amount);
      depositCoin(call, addressArgument(call, 0), coin, amount);
    }),
    view('balance', { ...COIN, params: ['address'], returns: ['u64'] }, (call) => {
      const coin = viewed(call);
      const owner = addressArgument(call, 0);
      return [`${coin === undefined ? 0n : coinBalance(call.state, owner, coin.coinType)}`];
    }),
    view('name', { ...COIN, params: [], returns: ['0x1::string::String'] }, (call) => [
      viewed(call)?.name ?? '',
    ]),
    view('symbol', { ...COIN, params: [], returns: ['0x1::string::String'] }, (call) => [
      viewed(call)?.symbol ?? '',
    ]),
    view('decimals', { ...COIN, params: [], returns: ['u8'] }, (call) => [
      viewed(call)?.decimals ?? 0,
    ]),
    view('is_coin_initialized', { ...COIN, params: [], returns: ['bool'] }, (call) => [
      viewed(call) !== undefined,
    ]),
    view('is_account_registered', { ...COIN, params: ['address'], returns: ['bool'] }, (call) => {
      const coin = viewed(call);
      return [coin !== undefined && isRegistered(call.state, addressArgument(call, 0), coin)];
    }),
    view(
      'paired_metadata',
      {
        ...COIN,
        params: [],
        returns: ['0x1::option::Option<0x1::object::Object<0x1::fungible_asset::Metadata>>'],
      },
      (call) => {
        const paired = viewed(call)?.paired;
        return [{ vec: paired === undefined ? [] : [{ inner: shown(paired) }] }];
      },
    ),
  ],
};

/** `0x1::managed_coin`: where an account makes itself one that can have a coin. */
export const MANAGED_COIN: MoveModule = {
  address: FRAMEWORK,
  name: 'managed_coin',
  structs: [],
  functions: [
    entry('register', { ...COIN, params: ['&signer'] }, (call) =>
      register(call, senderOf(call), coinOf(call, call.types[0])),
    ),
  ],
};
