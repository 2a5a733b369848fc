/** A fungible token: the contract that moves it, and the asset that it moves. */
export interface Token {
  /** `address.name`. */
  readonly contract: string;
  /** The asset's own name within the contract. */
  readonly asset: string;
}

export type KnownToken = 'sBTC' | 'USDCx';

/** The contracts of well-known tokens, by chain id: no node decides which token is sent. */
export const KNOWN_TOKENS: Readonly<Record<number, Readonly<Record<KnownToken, Token>>>> = {
  1: {
    sBTC: {
      contract: 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token',
      asset: 'sbtc-token',
    },
    USDCx: { contract: 'SP120SBRBQJ00MCWS7TM5R8WJNTTKD5K0HFRC2CNE.usdcx', asset: 'usdcx-token' },
  },
  2147483648: {
    sBTC: {
      contract: 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1.sbtc-token',
      asset: 'sbtc-token',
    },
    USDCx: { contract: 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.usdcx', asset: 'usdcx-token' },
  },
};

/** Amounts are converted with them, so no node is asked for known ones. */
export const KNOWN_DECIMALS: Readonly<Record<KnownToken, number>> = { sBTC: 8, USDCx: 6 };

/** More than any token has. */
export const MAX_DECIMALS = 38;
