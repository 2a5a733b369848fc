import { FRAMEWORK } from '../../address.js';
import type { MoveModule } from '../module.js';

/** Modules of whose functions none is modelled: their structs may be arguments. */
export const FIXED_POINTS: readonly MoveModule[] = [
  ['fixed_point32', 'FixedPoint32', 'u64'],
  ['fixed_point64', 'FixedPoint64', 'u128'],
].map(([module = '', name = '', type = '']) => ({
  address: FRAMEWORK,
  name: module,
  functions: [],
  structs: [{ name, fields: [{ name: 'value', type }] }],
}));
