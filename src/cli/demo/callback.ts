import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { callbackHandler } from '../../fireblocks/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { type XrplGateway, xrplCodec } from '../../xrpl/index.js';
import { listenOn } from './listening.js';
import type { DemoRun } from './run.js';

/** A callback handler that sees each request before it is signed, and refuses one that was tampered with. */
export async function callbackDemo(
  run: DemoRun,
  { custody }: Sandbox,
  gateway: XrplGateway,
): Promise<void> {
  const { reporter } = run;
  run.begin('xrpl');
  const [own, coSignerPublicKey] = await Promise.all([
    promisify(generateKeyPair)('rsa', { modulusLength: 2048 }),
    custody.callbacks.publicKey(),
  ]);
  const handler = callbackHandler({
    coSignerPublicKey,
    responseKey: own.privateKey,
    codecs: [xrplCodec],
    decide: (request) => {
      if (request.kind === 'raw')
        reporter.detail(`callback handler: shall I sign "${request.summary}"?`);
      return { action: 'APPROVE' };
    },
    onAnswer: ({ action, reason }) =>
      reporter.detail(`callback handler: ${action} ${reason ?? ''}`.trimEnd()),
  });
  const server = await listenOn(handler);
  try {
    custody.callbacksTo(server.url, { handlerPublicKey: own.publicKey });
    const treasury = gateway.forVault('0');
    const destination = await gateway.getAddress('1');
    await run.step(
      'From now on the co-signer asks a callback handler of ours before it signs.',
      () => treasury.xrpTransfer({ destination, amount: '6' }, { native: false }),
    );
    custody.callbacks.editClaims(withAnotherAmount);
    await run.step(
      'An attacker shows the handler a payment of 7 XRP, and asks to sign another.',
      () => treasury.xrpTransfer({ destination, amount: '700' }, { native: false }),
    );
  } finally {
    custody.callbacks.editClaims();
    custody.callbacksTo(undefined);
    server.close();
  }
}

/** Shows 7 XRP, whatever transaction the digest is of. */
function withAnotherAmount(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = JSON.stringify(claims.extraParameters);
  return { ...claims, extraParameters: JSON.parse(text.replaceAll('700000000', '7000000')) };
}
