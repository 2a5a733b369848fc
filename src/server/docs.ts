import { apiDocsRoutes } from '../http/docs/api-docs.js';
import { referenceRoutes } from '../http/docs/reference.js';
import type { Route } from '../http/router.js';
import type { GatewayApi } from './route.js';

/** The content of the documents. */
export interface Documented<Gateway> {
  readonly api: GatewayApi<Gateway>;
  /** Whether callers have to authenticate. */
  readonly isGuarded: boolean;
  readonly hasMetrics: boolean;
}

/**
 * The interactive page over the OpenAPI document, and the generated reference. They are public: their content is the
 * same for every server of this version.
 */
export function docsRoutes<Gateway>({ api, ...options }: Documented<Gateway>): readonly Route[] {
  const document = async (version: string) => {
    const { openApiOf } = await import('./openapi.js');
    return openApiOf(api, { ...options, version });
  };
  return [...apiDocsRoutes({ title: api.title, document }), ...referenceRoutes()];
}
