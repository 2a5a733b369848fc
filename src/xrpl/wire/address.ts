import * as z from 'zod/mini';
import { isValidClassicAddress } from './ripple-address.js';

/** A classic address: `r...`, with its checksum. */
export const address = z
  .string()
  .check(
    z.refine(
      (text) => text.length <= 64 && isValidClassicAddress(text),
      'must be a classic address (r...)',
    ),
  );
