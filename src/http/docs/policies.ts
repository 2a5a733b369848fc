/** Loads nothing from other sites, sends nothing to them, and can't be framed. */
export const CLOSED =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page sets styles of elements, and uses pictures that are part of its style sheet. */
export const PAGE_POLICY = `${CLOSED}; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'`;

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The reference's pages have an inline script, which is allowed by its digest. */
export async function referencePolicy(page: string): Promise<string> {
  const scripts = [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => sourceOf(script));
  const allowed = ["'self'", ...(await Promise.all(scripts))].join(' ');
  return `${CLOSED}; script-src ${allowed}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' data:`;
}

async function sourceOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}

const TYPES = new Map([
  ['html', 'text/html'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['svg', 'image/svg+xml'],
]);

export function contentTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return `${TYPES.get(ending) ?? 'text/plain'}; charset=utf-8`;
}
