import { FRAMEWORK } from '../../address.js';
import { addressArgument } from '../call.js';
import { type MoveModule, view } from '../module.js';

/** `0x1::account`: what an account says of itself. */
export const ACCOUNT: MoveModule = {
  address: FRAMEWORK,
  name: 'account',
  structs: [],
  functions: [
    view('exists_at', { params: ['address'], returns: ['bool'] }, (call) => [
      call.statelessAccounts || call.state.accounts.get(addressArgument(call, 0)) !== undefined,
    ]),
    view('get_sequence_number', { params: ['address'], returns: ['u64'] }, (call) => [
      `${call.state.accounts.get(addressArgument(call, 0))?.sequenceNumber ?? 0n}`,
    ]),
    view('get_authentication_key', { params: ['address'], returns: ['vector<u8>'] }, (call) => {
      const address = addressArgument(call, 0);
      return [call.state.accounts.get(address)?.authenticationKey ?? address];
    }),
  ],
};
