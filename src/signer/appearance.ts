/**
 * How long after the last try to create it a request may still appear at a signer, in milliseconds: one minute in
 * which the signer accepts a token that was sent (our tokens live for 25 seconds, those of Fireblocks' SDKs for 55),
 * and five in which an accepted request may not be visible yet. Until then a missing request proves nothing.
 */
export const MAY_APPEAR_FOR_MS = 360_000;
