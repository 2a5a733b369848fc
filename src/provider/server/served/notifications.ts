import { openRecord } from '../../schemas/platform.js';
import { ProviderRefusal } from '../refusal.js';
import { type Serving, written } from '../serving.js';

/** What the platform tells by itself, which has to be signed whatever else need not be. */
export function notifications(path: string): readonly Serving[] {
  const operation = {
    name: 'notifyCollateral',
    kind: 'unkeyed',
    method: 'POST',
    path,
    body: openRecord,
    answer: openRecord,
    platform: true,
  } as const;
  return [
    written(
      { components: ['collateralNotifications'] },
      operation,
      async ({ collateralNotifications }, { call }, body) => {
        if (!call.platformSigned) {
          throw new ProviderRefusal('schema-property-error', {
            message: 'A notification has to be signed by the platform.',
            propertyName: 'X-FB-PLATFORM-SIGNATURE',
            requestPart: 'headers',
          });
        }
        await collateralNotifications?.onNotification(body, call);
        return {};
      },
    ),
  ];
}
