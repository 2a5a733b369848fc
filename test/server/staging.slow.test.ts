import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { stageXrpl } from '../../src/cli/serve/xrpl-stage.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { newWorld } from '../support/world.js';

/** A gateway whose changes of an account's settings reach the ledger after all else that was begun with them. */
function withLateSettings(gateway: XrplGateway): XrplGateway {
  const late = async (...args: Parameters<XrplGateway['accountSet']>) => {
    await sleep(500);
    return gateway.accountSet(...args);
  };
  return new Proxy(gateway, {
    get(_, name) {
      if (name === 'accountSet') return late;
      const member: unknown = Reflect.get(gateway, name);
      return typeof member === 'function' ? member.bind(gateway) : member;
    },
  });
}

test('what the documents’ examples need is made in whatever order the ledger takes it', async () => {
  const { gateway, stop } = await newWorld({ funded: ['0', '1', '2'], approvals: 'auto' });
  onTestFinished(stop);
  await stageXrpl(withLateSettings(gateway));
  const [issuer, destination] = await Promise.all(['1', '2'].map((id) => gateway.getAddress(id)));
  const amount = { currency: 'USD', issuer: issuer ?? '', value: '0.5' };
  const payment = { destination: destination ?? '', amount, sendMax: '5000000' };
  await expect(gateway.crossCurrencyPayment('0', payment)).resolves.toMatchObject({
    result: { meta: { TransactionResult: 'tesSUCCESS' } },
  });
});
