import { notFound } from './refusals.js';

/** What accounts have of one kind, oldest first. A later version of a record takes its place. */
export class Records<T extends { readonly id: string }> {
  readonly #byAccount = new Map<string, Map<string, T>>();
  readonly #keys = new Map<string, string>();

  of(accountId: string): readonly T[] {
    return [...(this.#byAccount.get(accountId)?.values() ?? [])];
  }

  find(accountId: string, id: string): T | undefined {
    return this.#byAccount.get(accountId)?.get(id);
  }

  /** @throws ProviderRefusal 404 */
  get(accountId: string, id: string): T {
    const record = this.find(accountId, id);
    if (record === undefined) throw notFound('There is no such record.');
    return record;
  }

  /** What was made under an idempotency key, as it is now. */
  findByKey(accountId: string, idempotencyKey: string): T | undefined {
    const id = this.#keys.get(`${accountId} ${idempotencyKey}`);
    return id === undefined ? undefined : this.find(accountId, id);
  }

  put<Record extends T>(accountId: string, record: Record, idempotencyKey?: string): Record {
    const records = this.#byAccount.get(accountId) ?? new Map<string, T>();
    records.set(record.id, record);
    this.#byAccount.set(accountId, records);
    if (idempotencyKey !== undefined) this.#keys.set(`${accountId} ${idempotencyKey}`, record.id);
    return record;
  }

  /** Whose record it is: for the sandbox's own methods, which know only an id. */
  accountOf(id: string): string {
    for (const [accountId, records] of this.#byAccount) if (records.has(id)) return accountId;
    throw new Error(`The sandbox's exchange has no record ${id}.`);
  }
}
