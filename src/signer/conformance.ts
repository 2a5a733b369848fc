import type { NativeTransferRequest, RawSigner, SigningKey } from './raw-signer.js';

/** The input of the suite: a signer that approves at once, and two different keys of it. */
export interface ConformanceSubject {
  /** It has to approve at once: no case waits for a person. */
  readonly signer: RawSigner;
  /** With different public keys. Both sign test messages, each under a new idempotency key. */
  readonly keys: readonly [SigningKey, SigningKey];
  /**
   * What a signer that makes native transfers can pay: the suite makes one for each case that is about them.
   * Default: these cases are left out.
   */
  readonly transfer?: Omit<NativeTransferRequest, 'idempotencyKey'>;
  /** Texts that must not appear when the signer or its errors are inspected. */
  readonly secrets?: readonly string[];
}

/** One requirement of a signer. `run` rejects with a plain `Error` that says what went wrong. */
export interface ConformanceCase {
  /** The requirement in words, as a test's title. */
  readonly name: string;
  /** Rejects where the signer does something else than its contract says. */
  run(): Promise<void>;
}

/**
 * The requirements of a {@link RawSigner}, as cases for any test runner. Each case makes its own subject;
 * `makeSigner` may start anything and reuse it.
 *
 * @example
 * ```ts
 * import { LocalRawSigner, rawSignerConformance } from 'custody-gateways/signer';
 *
 * const cases = rawSignerConformance(async () => ({
 *   signer: new LocalRawSigner({ seed: 'conformance', quiet: true }),
 *   keys: [
 *     { algorithm: 'ecdsa-secp256k1', id: '0' },
 *     { algorithm: 'ecdsa-secp256k1', id: '1' },
 *   ],
 * }));
 * for (const { name, run } of cases) {
 *   await run(); // or: test(name, run)
 * }
 * ```
 */
export function rawSignerConformance(
  makeSigner: () => Promise<ConformanceSubject>,
): readonly ConformanceCase[] {
  const test = (name: string, body: keyof typeof import('./conformance-cases.js')) => ({
    name,
    run: async () => (await import('./conformance-cases.js'))[body](await makeSigner()),
  });
  return [
    test('gives the same public key every time, of the right size', 'publicKeyIsStable'),
    test('gives different keys for different ids', 'keysDiffer'),
    test('signs what it is given, with the key it is asked for', 'signatureVerifies'),
    test('answers in the order of the messages, each with its own key', 'orderIsKept'),
    test('signs two equal messages of two keys with the right key each', 'equalMessages'),
    test('gives the same request twice the same answer', 'repeatIsHarmless'),
    test('makes one request of two that are made at once', 'concurrentRepeats'),
    test('refuses the same idempotency key with other messages', 'otherMessagesAreRefused'),
    test('refuses the same idempotency key for another signing key', 'otherKeyIsRefused'),
    test('finds what it signed, when it remembers', 'findsItsRequests'),
    test('lists what it signed, oldest first, when it lists', 'listsItsRequests'),
    test('finds nothing where nothing was asked, when it remembers', 'findsNothing'),
    test('makes one transfer for one key, when it makes transfers', 'transferIsMadeOnce'),
    test(
      'tells a transfer that was asked for from another, when it makes transfers',
      'transferIsCompared',
    ),
    test('refuses no messages, and more than it can take', 'countIsChecked'),
    test('refuses a digest that has not 32 bytes', 'digestIsChecked'),
    test('refuses a digest where a message belongs, and the reverse', 'kindIsChecked'),
    test('refuses an algorithm that it does not have', 'algorithmIsChecked'),
    test('asks for nothing once the caller has aborted', 'abortedAsksNothing'),
    test('shows no secret when inspected, and none in its errors', 'secretsStayHidden'),
  ];
}
