/** The stacking operations, loaded with the first call of one. */
export { readEligibility } from './operations/eligibility.js';
export { readSignerManagers } from './operations/managers.js';
export { allowCaller, composeDelegation, composeRevocation } from './operations/pool.js';
export { claimRewards } from './operations/rewards.js';
export { extendStacking, increaseStacked, performSolo, stackSolo } from './operations/solo.js';
export {
  checkCalldata,
  checkTerms,
  composeStake,
  composeUnstake,
  composeUpdate,
} from './operations/staking.js';
export { readPosition, readStackingStatus } from './operations/status.js';
