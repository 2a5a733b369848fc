/**
 * The one life of a transaction. It is loaded with the first call that makes or resumes one, and before anything is
 * asked of the signer; what batches, cancelling and transactions signed elsewhere need beside it, with the first of these.
 */
export { executeOne, known } from './execute.js';
export { finish } from './finish.js';
export { signApart } from './sign-apart.js';
