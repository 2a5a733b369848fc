/**
 * The life of a transaction. It is loaded with the first call that makes or resumes one, before the signer is asked
 * for anything; the code for batches, cancelling, transactions signed elsewhere, what is only signed, and requests
 * whose caller is gone is loaded with the first of these.
 */
export { executeOne, known } from './execute.js';
export { explained } from './reference.js';
