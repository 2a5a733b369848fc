import { HttpError } from '../../http/errors.js';
import { bytesResponse, jsonResponse, textResponse } from '../../http/responses.js';
import type { Route, RouteContext } from '../../http/router.js';
import type { GatewayApi } from '../route.js';
import type { PageFile } from './files.js';
import { apiPage, PAGE_STYLE, START_SCRIPT } from './page.js';
import { contentTypeOf, PAGE_POLICY, referencePolicy } from './policies.js';

/** What the documents are about. */
export interface Documented<Gateway> {
  readonly api: GatewayApi<Gateway>;
  /** Whether callers have to show who they are. */
  readonly isGuarded: boolean;
  readonly hasMetrics: boolean;
}

/** Loaded on use: it needs Node, and what it loads is large. */
const files = () => import('./files.js');

const PAGE_FILES: readonly PageFile[] = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** It needs a part of zod that nothing else does. */
const openApi = () => import('../openapi.js');

/**
 * The interactive page over the OpenAPI document, and the generated reference. They are open to everybody:
 * what they show is the same for every server of this version.
 */
export function docsRoutes<Gateway>(documented: Documented<Gateway>): readonly Route[] {
  return [...pageRoutes(documented), ...referenceRoutes()];
}

function pageRoutes<Gateway>({ api, ...options }: Documented<Gateway>): readonly Route[] {
  const document = once(async () => {
    const [{ packageVersion }, { openApiOf }] = await Promise.all([files(), openApi()]);
    const version = await packageVersion();
    return openApiOf(api, { ...options, version });
  });
  const page = { 'content-type': contentTypeOf('.html'), 'content-security-policy': PAGE_POLICY };
  return [
    {
      method: 'GET',
      path: '/api-docs',
      // Links are relative, so that it doesn't matter what comes before.
      handle: async ({ target }) =>
        textResponse(apiPage(api.title, hasSlash(target) ? '../' : ''), 200, page),
    },
    {
      method: 'GET',
      path: '/api-docs.json',
      handle: async ({ base }) => {
        const servers = base === '' ? {} : { servers: [{ url: base }] };
        return jsonResponse({ ...(await document()), ...servers });
      },
    },
    ...Object.entries({ 'page.css': PAGE_STYLE, 'start.js': START_SCRIPT }).map(([name, text]) => ({
      method: 'GET',
      path: `/api-docs/${name}`,
      handle: async () => textResponse(text, 200, { 'content-type': contentTypeOf(name) }),
    })),
    ...PAGE_FILES.map((name) => ({
      method: 'GET',
      path: `/api-docs/${name}`,
      handle: ({ request }: RouteContext) => pageFile(name, request),
    })),
  ];
}

async function pageFile(name: PageFile, request: Request): Promise<Response> {
  const isGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const bytes = await (await files()).pageFile(name, isGzip);
  if (!bytes) throw missing('The interactive page');
  return bytesResponse(bytes, 200, {
    'content-type': contentTypeOf(name),
    'cache-control': 'public, max-age=3600',
    vary: 'accept-encoding',
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
  });
}

function hasSlash(target: string): boolean {
  return /\/(?:\?|$)/.test(target);
}

function referenceRoutes(): readonly Route[] {
  const reference = once(async () => (await files()).reference());
  const pageAt = async (path: string) => {
    const pages = await reference();
    if (!pages) throw missing('The reference');
    const text = pages.get(path);
    if (text === undefined) {
      throw new HttpError('ROUTE_NOT_FOUND', 'The reference has no such page.');
    }
    return textResponse(text, 200, {
      'content-type': contentTypeOf(path),
      'content-security-policy': await referencePolicy(text),
    });
  };
  return [
    {
      method: 'GET',
      path: '/type-docs',
      // Its links are relative, so a slash has to be there, and not as the last character: some hosts
      // take that one away.
      handle: async ({ target, base }) =>
        hasSlash(target)
          ? pageAt('index.html')
          : textResponse('', 302, { location: `${base}/type-docs/index.html` }),
    },
    {
      method: 'GET',
      path: '/type-docs/:file',
      handle: ({ param }) => pageAt(param('file')),
    },
    {
      method: 'GET',
      path: '/type-docs/:folder/:file',
      handle: ({ param }) => pageAt(`${param('folder')}/${param('file')}`),
    },
  ];
}

function missing(what: string): HttpError {
  return new HttpError('ROUTE_NOT_FOUND', `${what} is not part of this build.`);
}

/** Made when it is first asked for, and kept; a failure is not. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
