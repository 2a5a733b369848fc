import { once } from '../../core/once.js';
import { bytesResponse, jsonResponse, textResponse } from '../responses.js';
import type { Route, RouteContext } from '../router.js';
import { hasSlash } from './address.js';
import type { PageFile } from './files.js';
import { files, missing } from './on-use.js';
import { contentTypeOf, PAGE_POLICY } from './policies.js';

/** The title and document of an interactive page. */
export interface ApiDocs {
  readonly title: string;
  /**
   * Makes the OpenAPI document, with the package's version. The code for it is loaded on use: it needs a part of zod
   * that no other code needs.
   */
  readonly document: (version: string) => Promise<object>;
}

/** Loaded on use: most servers are asked for the page once, if at all. */
const page = () => import('./page.js');

const PAGE_FILES: readonly PageFile[] = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** The interactive page over the OpenAPI document. */
export function apiDocsRoutes({ title, document: make }: ApiDocs): readonly Route[] {
  const document = once(async () => make(await (await files()).packageVersion()));
  const headers = {
    'content-type': contentTypeOf('.html'),
    'content-security-policy': PAGE_POLICY,
  };
  return [
    {
      method: 'GET',
      path: '/api-docs',
      // Links are relative, so that the path before them doesn't matter.
      handle: async ({ target }) => {
        const { apiPage } = await page();
        return textResponse(apiPage(title, hasSlash(target) ? '../' : ''), 200, headers);
      },
    },
    {
      method: 'GET',
      path: '/api-docs.json',
      handle: async ({ base }) => {
        const servers = base === '' ? {} : { servers: [{ url: base }] };
        return jsonResponse({ ...(await document()), ...servers });
      },
    },
    ...(['page.css', 'start.js'] as const).map((name) => ({
      method: 'GET',
      path: `/api-docs/${name}`,
      handle: async () => {
        const { PAGE_TEXTS } = await page();
        return textResponse(PAGE_TEXTS[name], 200, { 'content-type': contentTypeOf(name) });
      },
    })),
    ...PAGE_FILES.map((name) => ({
      method: 'GET',
      path: `/api-docs/${name}`,
      handle: ({ request }: RouteContext) => pageFile(name, request),
    })),
  ];
}

async function pageFile(name: PageFile, request: Request): Promise<Response> {
  const isPacked = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
  const bytes = await (await files()).pageFile(name, isPacked);
  if (!bytes) throw missing('The interactive page');
  return bytesResponse(bytes, 200, {
    'content-type': contentTypeOf(name),
    'cache-control': 'public, max-age=3600',
    vary: 'accept-encoding',
    ...(isPacked ? { 'content-encoding': 'br' } : {}),
  });
}
