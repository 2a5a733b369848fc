import { InvalidInputError } from '../core/errors.js';
import { newUuid } from '../core/random.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The three UUIDs (version 4) of a collateral id. */
export type CollateralIdParts = readonly [first: string, second: string, third: string];

/**
 * Makes a collateral id: three UUIDs of version 4, joined by points. Without parts, it uses new UUIDs.
 *
 * @throws InvalidInputError when a part is not one.
 *
 * @example
 * ```ts
 * import { collateralId, parseCollateralId } from 'custody-gateways/provider';
 *
 * parseCollateralId(collateralId()).length; // 3
 * ```
 */
export function collateralId(parts: CollateralIdParts = newParts()): string {
  const id = parts.join('.');
  parseCollateralId(id);
  return id;
}

function newParts(): CollateralIdParts {
  return [newUuid(), newUuid(), newUuid()];
}

/** Whether a text is a collateral id. */
export function isCollateralId(text: unknown): text is string {
  return partsOf(text) !== undefined;
}

/**
 * The three UUIDs of a collateral id.
 *
 * @throws InvalidInputError when it is not a collateral id.
 *
 * @example
 * ```ts
 * import { parseCollateralId } from 'custody-gateways/provider';
 *
 * const uuid = 'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81';
 * const [first] = parseCollateralId(`${uuid}.${uuid}.${uuid}`);
 * first; // 'c3d5f400-0e7e-4f94-a199-44b8cc7b6b81'
 * ```
 */
export function parseCollateralId(text: unknown): CollateralIdParts {
  const parts = partsOf(text);
  if (parts === undefined) {
    throw new InvalidInputError(
      'collateralId',
      'must be three UUIDs of version 4 joined by points',
    );
  }
  return parts;
}

function partsOf(text: unknown): CollateralIdParts | undefined {
  if (typeof text !== 'string') return undefined;
  const [first, second, third, ...more] = text.split('.');
  const isUuid = (part: string | undefined): part is string => UUID.test(part ?? '');
  return isUuid(first) && isUuid(second) && isUuid(third) && more.length === 0
    ? [first, second, third]
    : undefined;
}
