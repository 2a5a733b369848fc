/** How a service that a server depends on has answered last. Shown without authorization, and so without a reason. */
export interface DependencyHealth {
  /** `failing`: no answer, HTTP 401, or 500 and above. `unknown`: it was not asked yet. */
  readonly status: 'ok' | 'failing' | 'unknown';
  /** When, as in `2026-01-31T12:00:00.000Z`. */
  readonly at?: string;
  /** The HTTP status of the answer; none where no answer came, or the service is not asked over HTTP. */
  readonly httpStatus?: number;
}

/** A node, by the host of its URL: some providers have their key in the rest. */
export interface NodeHealth extends DependencyHealth {
  /** With its port, if the URL names one. */
  readonly host: string;
}

/**
 * Whether a server should receive requests, and how everything is that it depends on. `GET /readyz` answers 200 or 503
 * by `isReady`, and shows the dependencies in either case.
 *
 * @example
 * ```ts
 * import { type Readiness, xrplHandler } from 'custody-gateways/http';
 *
 * const ready = async (): Promise<Readiness> => ({
 *   isReady: true,
 *   dependencies: { store: { status: 'ok', at: new Date().toISOString() } },
 * });
 * const handler = xrplHandler(gateway, { ready });
 * const answer = await handler(new Request('http://localhost/readyz'));
 * await answer.json(); // { status: 'ready', dependencies: { store: { status: 'ok', at: '...' } } }
 * ```
 */
export interface Readiness {
  /** `GET /readyz` answers 200 if so, else 503. */
  readonly isReady: boolean;
  /** Shown without authorization. Default: the answer says only whether it is ready. */
  readonly dependencies?: {
    /** The custody platform. */
    readonly custody?: DependencyHealth;
    /** The nodes that the gateway asks, one entry for each host. */
    readonly nodes?: readonly NodeHealth[];
    /** Where replicas share their lanes. */
    readonly store?: DependencyHealth;
  };
}
