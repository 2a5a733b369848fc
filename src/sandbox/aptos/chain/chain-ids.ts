/** Movement's mainnet and test network. */
export const MOVEMENT_CHAINS: ReadonlySet<number> = new Set([126, 250]);
