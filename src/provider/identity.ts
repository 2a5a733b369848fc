import { unlessAborted } from '../core/clock.js';
import { InvalidInputError } from '../core/errors.js';
import type { CallIdentity, ProviderCallOptions, ProviderConnection } from './connection.js';
import type { Component, Question } from './operation.js';
import type { CapabilityRequirements } from './schemas/capabilities.js';

type Requirements = CapabilityRequirements | 'all' | 'none';
type Headers = Readonly<Record<string, string>>;

const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** Adds the identity headers of a call, if the provider's capabilities require them. */
export class Identities {
  readonly #identity: CallIdentity;
  readonly #given: Requirements | undefined;
  readonly #load: () => Promise<CapabilityRequirements | undefined>;
  #loading: Promise<Requirements> | undefined;

  /** `load` reads the requirements from the provider. */
  constructor(
    connection: ProviderConnection,
    load: () => Promise<CapabilityRequirements | undefined>,
  ) {
    this.#identity = connection;
    this.#given = connection.requirements;
    this.#load = load;
  }

  /** Headers for a call; none if the provider requires none, or no identity is given. */
  async headers(operation: Question, options: ProviderCallOptions = {}): Promise<Headers> {
    const headers = this.#offered(operation, options);
    const { identifies = [] } = operation;
    if (Object.keys(headers).length === 0) return headers;
    const requirements = await unlessAborted(this.#requirements(), options.signal);
    return identifies.some((component) => isAsked(requirements, component)) ? headers : {};
  }

  #offered(operation: Question, options: ProviderCallOptions): Headers {
    const headers: Record<string, string> = {};
    const offer = (header: string, name: keyof CallIdentity) => {
      const value = options[name] ?? this.#identity[name];
      if (value === undefined) return;
      if (!HEADER_TEXT.test(value)) {
        throw new InvalidInputError(name, 'must be printable ASCII, as a header is');
      }
      headers[header] = value;
    };
    offer('X-FBAPI-INITIATED-BY', 'initiatedBy');
    if (operation.approved === true) {
      offer('X-FBAPI-APPROVED-BY', 'approvedBy');
      offer('X-FBAPI-SIGNED-BY', 'signedBy');
    }
    return headers;
  }

  #requirements(): Promise<Requirements> {
    if (this.#given !== undefined) return Promise.resolve(this.#given);
    // An error belongs to the call whose key it carries: a call that waited for another one's request makes its
    // own.
    return this.#loading?.catch(() => this.#ask()) ?? this.#ask();
  }

  #ask(): Promise<Requirements> {
    const loading = this.#load().then((requirements) => requirements ?? 'none');
    this.#loading = loading;
    loading.catch(() => {
      if (this.#loading === loading) this.#loading = undefined;
    });
    return loading;
  }
}

function isAsked(requirements: Requirements, component: Component): boolean {
  if (typeof requirements === 'string') return requirements === 'all';
  return requirements[component]?.userIdentification !== undefined;
}
