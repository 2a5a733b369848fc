/** The native coin has eight decimals on every network of this family. */
export const NATIVE_DECIMALS = 8;

/** The networks of Aptos and of Movement; the coins of other chains have no name here. */
export const SYMBOLS: Readonly<Record<number, string>> = {
  1: 'APT',
  2: 'APT',
  126: 'MOVE',
  250: 'MOVE',
};
