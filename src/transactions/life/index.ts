/**
 * The life of a transaction. It is loaded with the first call that makes or resumes one, before the signer is asked
 * for anything; the code for batches, cancelling and transactions signed elsewhere is loaded with the first of these.
 */
export { executeOne, known } from './execute.js';
export { finish } from './finish.js';
export { signApart } from './sign-apart.js';
