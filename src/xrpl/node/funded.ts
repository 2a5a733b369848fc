import { AccountNotFundedError } from '../../transactions/index.js';
import { XrplNodeError } from './transport.js';

/**
 * @param missing - The node's word for an account that it does not have.
 * @throws AccountNotFundedError where the node has no such account.
 */
export async function funded<T>(
  address: string,
  reading: Promise<T>,
  missing: 'actNotFound' | 'srcActNotFound' = 'actNotFound',
): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof XrplNodeError && error.error === missing) {
      throw new AccountNotFundedError(address);
    }
    throw error;
  }
}
