/** Vault account 1 of a sandbox: it issues USD, which 0 holds. */
export const ISSUER = 'r41CUUP2f6zs1XPTX1eiChXVUvTiktb6xc';
/** Vault account 2: it holds USD, and EUR that 0 issues. */
export const OTHER = 'rnPAAUyTDxVNwQUVAGXyusB5EQN9hPSdxf';
export const USD = { currency: 'USD', issuer: ISSUER, value: '0.5' };
/** The multi-purpose token that a sandbox has from the beginning. */
export const MPT = '000000008B653931A70BC6FB94765021E56DA57FE3C66017';
