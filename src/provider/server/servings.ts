import { getCapabilities } from '../operations/capabilities.js';
import { accounts } from './served/accounts.js';
import { capabilities } from './served/capabilities.js';
import { collateral } from './served/collateral.js';
import { markets } from './served/markets.js';
import { notifications } from './served/notifications.js';
import { transfers } from './served/transfers.js';
import { one, type Serving } from './serving.js';
import type { Settings } from './settings.js';

/** How each operation is served. If two paths match, the fixed one comes first. */
export function servings(settings: Settings): readonly Serving[] {
  const { declared, forcedPath, notificationsPath } = settings;
  const all = [
    one({ components: [] }, getCapabilities, async () => declared.capabilities),
    ...capabilities,
    ...accounts(settings),
    ...transfers,
    ...markets(settings),
    ...collateral(settings, forcedPath),
    ...notifications(notificationsPath),
  ];
  const variables = ({ operation }: Serving) => operation.path.split('{').length;
  return all.sort((first, second) => variables(first) - variables(second));
}
