/** A drop is a millionth of an XRP. */
export const XRP_DECIMALS = 6;

/** How amounts of XRP are written. */
export const XRP = { whole: 'XRP', base: 'drops' } as const;
