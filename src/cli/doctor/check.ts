/** `unknown`: it could not be told, and `next` says how to find out. `pending`: it has no outcome yet. */
export type CheckStatus = 'ok' | 'failed' | 'unknown' | 'pending';

/** What one check has found. */
export type Check =
  | { readonly name: string; readonly status: 'ok'; readonly found: string }
  | {
      readonly name: string;
      readonly status: Exclude<CheckStatus, 'ok'>;
      readonly found: string;
      /** What to do. */
      readonly next: string;
    };

export function ok(name: string, found: string): Check {
  return { name, status: 'ok', found };
}

export function failed(name: string, found: string, next: string): Check {
  return { name, status: 'failed', found, next };
}

export function pending(name: string, found: string, next: string): Check {
  return { name, status: 'pending', found, next };
}

export function unknown(name: string, found: string, next: string): Check {
  return { name, status: 'unknown', found, next };
}
