import { ConfigurationError } from '../../core/errors.js';
import { secureUrl } from '../../core/secure-url.js';

/** A variable that is set, with the one of its names that was used. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

/**
 * The variables of a process, read by either of their spellings; problems are collected, and reported by name,
 * since a value may be a secret in the wrong place.
 */
export class Environment {
  readonly #variables: Readonly<Record<string, string | undefined>>;
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.#variables = variables;
  }

  /** A variable's value; an empty one counts as missing, since container platforms set it so. */
  get(name: string): string | undefined {
    const value = this.#variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** A variable of the custody platform: `CUSTODY_` in the specification, `FIREBLOCKS_` by its vendor's name. */
  custody(...suffixes: readonly string[]): Variable | undefined {
    return this.oneOf(
      ...suffixes.flatMap((suffix) => [`CUSTODY_${suffix}`, `FIREBLOCKS_${suffix}`]),
    );
  }

  /** One variable with several spellings, whose values must be the same. */
  oneOf(...names: readonly string[]): Variable | undefined {
    const given = names.flatMap((name) => {
      const value = this.get(name);
      return value === undefined ? [] : [{ name, value }];
    });
    const [first] = given;
    if (given.some(({ value }) => value !== first?.value)) {
      const all = given.map(({ name }) => name).join(' and ');
      this.problems.push(`${all} disagree; set one of them.`);
    }
    return first;
  }

  /** @param what what the variable holds, for the error */
  required(value: string | undefined, names: string, what: string): string {
    if (value === undefined) this.problems.push(`${names} is missing: ${what}.`);
    return value ?? '';
  }

  /** The meaning of a variable's value; if it has none, the reason is recorded as a problem. */
  meaning<T>({ name, value }: Variable, read: (value: string) => T): T | undefined {
    try {
      return read(value);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      this.problems.push(`${name} ${error.message.slice(`${error.setting}: `.length)}.`);
      return undefined;
    }
  }

  wholeNumber(name: string, fallback: number, most: number): number {
    const text = this.get(name);
    if (text === undefined) return fallback;
    if (/^\d{1,9}$/.test(text) && Number(text) <= most) return Number(text);
    this.problems.push(`${name} must be a whole number from 0 to ${most}.`);
    return fallback;
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const text = this.get(name);
    if (text === undefined) return fallback;
    const chosen = choices.find((choice) => choice === text.toLowerCase());
    if (chosen === undefined) this.problems.push(`${name} must be one of ${choices.join(', ')}.`);
    return chosen ?? fallback;
  }

  /** One of the choices, without a default; also in capitals, and with blanks or underscores in between. */
  chosen<const T extends string>(name: string, choices: readonly [T, ...T[]], what: string): T {
    const text = this.required(this.get(name), name, what);
    const chosen = choices.find((choice) => choice === text.toLowerCase().replace(/[ _]/g, '-'));
    if (text !== '' && chosen === undefined) {
      this.problems.push(`${name} must be one of ${choices.join(', ')}.`);
    }
    return chosen ?? choices[0];
  }

  /** `https`, or `http` on loopback, without user and query; as it was given. */
  url(...names: readonly string[]): string | undefined {
    const variable = this.oneOf(...names);
    if (!variable) return undefined;
    const url = this.meaning(variable, (value) => secureUrl(value, variable.name));
    return url ? variable.value : undefined;
  }

  /** The same for several, with commas between. */
  urls(...names: readonly string[]): readonly string[] | undefined {
    const variable = this.oneOf(...names);
    if (!variable) return undefined;
    const each = variable.value.split(',').map((one) => one.trim());
    const read = () => each.map((one) => secureUrl(one, variable.name));
    return this.meaning(variable, read) && each;
  }
}
