/** A method without its first argument, the vault account. It may have two forms. */
type OfVault<Method> = Method extends {
  (vaultAccountId: string, ...rest: infer First): infer FirstAnswer;
  (vaultAccountId: string, ...rest: infer Second): infer SecondAnswer;
}
  ? [First] extends [Second]
    ? (...rest: Second) => SecondAnswer
    : { (...rest: First): FirstAnswer; (...rest: Second): SecondAnswer }
  : never;

/**
 * What a gateway does for one vault account: its methods without their first argument, except for some. These need not
 * be its own, since those that are internal are not in the declarations that are shipped.
 */
export type VaultMethods<Gateway, Others extends PropertyKey> = {
  readonly [Name in keyof Gateway as Exclude<Name, Others>]: OfVault<Gateway[Name]>;
} & {
  /** The vault account of all these methods: its id at the signer, such as `0`. */
  readonly vaultAccountId: string;
};

/**
 * A gateway's methods, bound to one vault account. `others` are about no vault account, or name it in their
 * parameters.
 */
export function vaultMethods<Gateway extends object, Others extends keyof Gateway>(
  gateway: Gateway,
  vaultAccountId: string,
  others: readonly Others[],
): VaultMethods<Gateway, Others>;
export function vaultMethods(
  gateway: object,
  vaultAccountId: string,
  others: readonly PropertyKey[],
): object {
  const left: readonly PropertyKey[] = ['constructor', ...others];
  const bound: Record<string, unknown> = { vaultAccountId };
  let own = Reflect.getPrototypeOf(gateway);
  while (own && own !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(own).filter((each) => !left.includes(each))) {
      bound[name] = (...rest: unknown[]) =>
        Reflect.apply(Reflect.get(gateway, name), gateway, [vaultAccountId, ...rest]);
    }
    own = Reflect.getPrototypeOf(own);
  }
  return Object.freeze(bound);
}

/** What a method takes after the vault account. It may have two forms. */
export type ArgumentsOf<Method> = Method extends {
  (vaultAccountId: string, ...rest: infer First): unknown;
  (vaultAccountId: string, ...rest: infer Second): unknown;
}
  ? First | Second
  : never;
