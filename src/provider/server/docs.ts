import { apiDocsRoutes } from '../../http/docs/api-docs.js';
import type { Route } from '../../http/router.js';
import { fromSource } from '../../http/source-networks.js';
import type { Serving } from './serving.js';
import type { Settings } from './settings.js';

const TITLE = 'Provider Connectivity API v2';

/** The interactive page of what this provider declares, for callers from the allowed source networks. */
export function docsRoutes(
  { declared, checkSource }: Settings,
  servings: readonly Serving[],
): readonly Route[] {
  const { version, components } = declared.capabilities;
  const isDeclared = ({ components }: Serving) =>
    components.length === 0 || components.some((component) => declared.has(component, undefined));
  const document = async () => {
    const { providerDocument } = await import('../openapi.js');
    return providerDocument({
      title: TITLE,
      version,
      description: `This provider has ${Object.keys(components).join(', ')}.`,
      access: 'signed',
      operations: servings
        .filter(isDeclared)
        .map(({ operation, status }) => ({ operation, status: String(status) })),
    });
  };
  const routes = apiDocsRoutes({ title: TITLE, document });
  return routes.map((route) => fromSource(route, checkSource));
}
