import type { LoopbackAnswer } from '../../loopback/peer.js';

/** What the API beside a node is like, in full. */
export interface ApiSettings {
  release: string;
  tellsRelease: boolean;
  deprecated: 'served' | 'gone';
  nodeV3: 'hidden' | 'served' | 'unindexed';
}

/** Today's release. */
export function defaultApi(): ApiSettings {
  return { release: '9.7.1', tellsRelease: true, deprecated: 'served', nodeV3: 'hidden' };
}

const SEE = 'See https://docs.hiro.so/stacks/api for more information';
const WARNING = { warning: `299 - "Deprecated: ${SEE}"` };
const GONE: LoopbackAnswer = {
  status: 410,
  headers: WARNING,
  json: { error: 'Gone', message: `This endpoint has been disabled. ${SEE}` },
};

/** Releases from here on have `/extended/v3`, and call what was before deprecated. */
const FIRST_WITH_V3 = 9;

function hasV3(api: ApiSettings): boolean {
  return isFrom(api, FIRST_WITH_V3, 0);
}

/** Whether a release is one or a later one: fields come with minor releases. */
export function isFrom({ release }: ApiSettings, major: number, minor: number): boolean {
  const [own = 0, ownMinor = 0] = release.split('.').map(Number);
  return own > major || (own === major && ownMinor >= minor);
}

/** Whether the API serves a path at all: not what came later, nor what only the node has. */
export function isServed(pathname: string, api: ApiSettings): boolean {
  if (pathname.startsWith('/extended/v3/')) return hasV3(api);
  return !pathname.startsWith('/v3/') || api.nodeV3 !== 'hidden';
}

/** What is answered instead, once a route is retired. */
export function retired(pathname: string, api: ApiSettings): LoopbackAnswer | undefined {
  return isDeprecated(pathname, api) && api.deprecated === 'gone' ? GONE : undefined;
}

/** What the API adds to what a route answers. */
export function headersOf(pathname: string, api: ApiSettings): Readonly<Record<string, string>> {
  if (!pathname.startsWith('/extended')) return {};
  const release = api.tellsRelease ? { 'x-api-version': versionOf(api) } : {};
  return isDeprecated(pathname, api) ? { ...release, ...WARNING } : release;
}

function isDeprecated(pathname: string, api: ApiSettings): boolean {
  return hasV3(api) && /^\/extended\/v[12]\//.test(pathname);
}

/** The release, as the API writes it. */
export function versionOf({ release }: ApiSettings): string {
  return `v${release} (sandbox:00000000)`;
}
