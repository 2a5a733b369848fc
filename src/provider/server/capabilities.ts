import { ConfigurationError } from '../../core/errors.js';
import { formatPath, parsed } from '../../core/schema.js';
import {
  type AccountsSet,
  type Capabilities,
  type CapabilityRequirements,
  requirements as requirementsSchema,
} from '../schemas/capabilities.js';
import type { Provider } from './provider.js';
import type { ProviderComponent } from './serving.js';

/** The accounts that have a component, if not all of them have it. */
export type ComponentAccounts = Readonly<
  Partial<Record<ProviderComponent, '*' | readonly string[]>>
>;

/** The settings of capabilities, besides what the provider implements. */
export interface CapabilitySettings {
  readonly version?: string | undefined;
  readonly accounts?: ComponentAccounts | undefined;
  readonly requirements?: CapabilityRequirements | undefined;
}

export const COMPONENTS: readonly ProviderComponent[] = [
  'accounts',
  'balances',
  'transfers',
  'transfersBlockchain',
  'transfersFiat',
  'transfersPeerAccounts',
  'transfersInternal',
  'liquidity',
  'collateral',
  'collateralNotifications',
  'ramps',
  'rates',
];

/** The declared capabilities, and which accounts have which of them. */
export interface Declared {
  readonly capabilities: Capabilities;
  /** Whether an account has a component, or, without an account, whether any has it. */
  has(component: ProviderComponent, accountId: string | undefined): boolean;
}

/**
 * Declares what the provider implements.
 *
 * @throws ConfigurationError for accounts and requirements of a component that it doesn't implement.
 */
export function declaredBy(provider: Provider, settings: CapabilitySettings): Declared {
  const { version = '0.5.1', accounts = {}, requirements } = settings;
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new ConfigurationError('version', 'must be three numbers with points between');
  }
  const sets = new Map<ProviderComponent, AccountsSet>();
  for (const component of COMPONENTS) {
    const chosen = accounts[component];
    if (chosen !== undefined && chosen !== '*' && !Array.isArray(chosen)) {
      throw new ConfigurationError(`components.${component}`, 'must be "*" or a list of accounts');
    }
    const set = chosen ?? '*';
    if (provider[component] !== undefined) sets.set(component, set === '*' ? set : [...set]);
    else if (chosen !== undefined) {
      throw new ConfigurationError(`components.${component}`, 'is not what the provider has');
    }
  }
  const components = { accounts: [], balances: [], ...Object.fromEntries(sets) };
  if (requirements !== undefined) checkRequirements(requirements, components);
  const required = requirements === undefined ? {} : { requirements };
  return {
    capabilities: { version, components, ...required },
    has: (component, accountId) => {
      const set = sets.get(component);
      return set === '*' || (set !== undefined && (!accountId || set.includes(accountId)));
    },
  };
}

/** Checks that requirements have the right form, and are for components that there are. */
function checkRequirements(requirements: CapabilityRequirements, components: object): void {
  const schema = requirementsSchema();
  parsed(
    schema,
    requirements,
    ({ path, reason }) => new ConfigurationError(formatPath(['requirements', ...path], ''), reason),
  );
  for (const component of Object.keys(requirements)) {
    if (component in schema.shape && component in components) continue;
    throw new ConfigurationError(`requirements.${component}`, 'is not what the provider has');
  }
}
