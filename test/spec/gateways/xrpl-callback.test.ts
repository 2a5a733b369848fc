import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { claims } from '../support/claims.js';
import { type XrplWorld, xrplWorld } from '../support/gateways.js';
import type { Json } from '../support/http.js';

let world: XrplWorld;
let asked: Json;

/** A callback handler that answers nothing of use: what it receives is what counts here. */
const listener = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(500).end());
});

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  world = await xrplWorld();
  const { gateway, sandbox } = world;
  const { port } = listener.address() as AddressInfo;
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  sandbox.custody.callbacksTo(`http://127.0.0.1:${port}`, { handlerPublicKey: publicKey });
  await gateway.accountSet('0', { configs: { tickSize: 5 } }).catch(() => undefined);
  asked = sandbox.custody.sent.find(({ kind }) => kind === 'callback')?.body;
});
afterAll(async () => {
  await world.stop();
  listener.close();
});

const AT = 'gateways.md / Gateway A / pre-signature validation payload / co-signer callback';

claims('what a co-signer’s callback handler receives', [
  {
    where: `${AT} / extraParameters.unhashedTxPayload`,
    holds: () => {
      expect(asked.extraParameters.unhashedTxPayload.TransactionType).toBe('AccountSet');
    },
  },
  {
    where: `${AT} / extraParameters.rawMessageData.messages[].content`,
    holds: () => {
      const { content } = asked.extraParameters.rawMessageData.messages[0];
      expect(content).toMatch(/^[0-9a-f]{64}$/i);
    },
  },
]);
