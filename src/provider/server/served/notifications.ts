import { openRecord } from '../../schemas/platform.js';
import { ProviderRefusal } from '../refusal.js';
import { type Serving, written } from '../serving.js';

/** Notifications from the platform, which must always be signed, even if other calls need not be. */
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
