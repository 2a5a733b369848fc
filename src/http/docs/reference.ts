import { once } from '../../core/once.js';
import { HttpError } from '../errors.js';
import { textResponse } from '../responses.js';
import type { Route } from '../router.js';
import { hasSlash } from './address.js';
import { files, missing } from './on-use.js';
import { contentTypeOf, referencePolicy } from './policies.js';

/** The generated reference of this package. */
export function referenceRoutes(): readonly Route[] {
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
      // Its links are relative, so the path needs a slash, but not at its end: some hosts remove that one.
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
