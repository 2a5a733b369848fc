// Whether the Clarity VM reads the bytes of a value. Where it does not, it is of no use afterwards: hence the process.
import { text } from 'node:stream/consumers';
import { getSDK } from '@stacks/clarinet-sdk';
import { Cl } from '@stacks/transactions';

const DEPLOYER = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';
const simnet = await getSDK({ trackCosts: false, trackCoverage: false });
await simnet.initEmptySession({ enabled: false });
simnet.setEpoch('3.4');
simnet.deployContract('any', '(define-public (f (x uint)) (ok x))', null, DEPLOYER);
// What the VM prints of its own failure is not for the reader of the tests.
console.error = () => undefined;

const verdicts = JSON.parse(await text(process.stdin)).map((hex) => {
  try {
    simnet.callPublicFn(`${DEPLOYER}.any`, 'f', [Cl.deserialize(hex)], DEPLOYER);
    return true;
  } catch (error) {
    // A value of another type than the function takes is read first.
    return !(error instanceof WebAssembly.RuntimeError);
  }
});
process.stdout.write(JSON.stringify(verdicts));
