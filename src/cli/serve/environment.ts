/** The variables of a process, read by either of their spellings; what is wrong with them is collected. */
export class Environment {
  readonly #variables: Readonly<Record<string, string | undefined>>;
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.#variables = variables;
  }

  /** A variable's value; empty is as good as missing, as container platforms set it. */
  get(name: string): string | undefined {
    const value = this.#variables[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** A variable of the custody: `CUSTODY_` in the specification, `FIREBLOCKS_` by its vendor's name. */
  custody(suffix: string): string | undefined {
    return this.oneOf(`CUSTODY_${suffix}`, `FIREBLOCKS_${suffix}`);
  }

  /** The value of several spellings of one variable, which must not disagree. */
  oneOf(...names: readonly string[]): string | undefined {
    const given = names.filter((name) => this.get(name) !== undefined);
    const [first = ''] = given;
    if (given.some((name) => this.get(name) !== this.get(first))) {
      this.problems.push(`${given.join(' and ')} disagree; set one of them.`);
    }
    return this.get(first);
  }

  /** @param what why it can't do without */
  required(value: string | undefined, names: string, what: string): string {
    if (value === undefined) this.problems.push(`${names} is missing: ${what}.`);
    return value ?? '';
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

  url(...names: readonly string[]): string | undefined {
    const text = this.oneOf(...names);
    if (text === undefined || URL.canParse(text)) return text;
    this.problems.push(`${names.join(' or ')} must be a URL.`);
    return undefined;
  }
}
