import { ConfigurationError } from '../core/errors.js';

/** @throws ConfigurationError naming the setting and its allowed values. */
export function checkOneOf(setting: string, value: unknown, allowed: readonly string[]): void {
  if (typeof value !== 'string' || !allowed.includes(value)) {
    throw new ConfigurationError(setting, `must be one of ${allowed.join(', ')}`);
  }
}
