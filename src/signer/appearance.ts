/**
 * How long after the last try to make it a request may still appear at a signer, in milliseconds: a minute
 * in which a token that was sent is taken (ours live for 25 seconds, those of the custody's SDKs for 55), and
 * five in which what was taken may stay out of sight. Until then nothing says that there is none.
 */
export const MAY_APPEAR_FOR_MS = 360_000;
