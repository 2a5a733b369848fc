/** The native coin has eight decimals on every network of this family. */
export const NATIVE_DECIMALS = 8;

/** The native coin's type, where a token is named by one. */
export const NATIVE_COIN = '0x1::aptos_coin::AptosCoin';

/** Whether a token is the native coin, by its type or by the address of its metadata: any token may have its name. */
export function isNativeCoin(token: string): boolean {
  return token === NATIVE_COIN || /^0x0*a$/.test(token);
}

/** The networks of Aptos and of Movement; the coins of other chains have no name here. */
export const SYMBOLS: Readonly<Record<number, string>> = {
  1: 'APT',
  2: 'APT',
  126: 'MOVE',
  250: 'MOVE',
};
