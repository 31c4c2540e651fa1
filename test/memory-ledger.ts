import type { Entry, Ledger, LedgerKind } from '#server/money/billing/test-provider/ledger.ts';

/** The test provider's ledger in memory: its objects can be held, and stay as they are in the ledger. */

export interface MemoryLedger extends Ledger {
  /** All objects of one kind, latest first. */
  all<K extends LedgerKind>(kind: K): Entry<K>[];
  forget(id: string): void;
}

export function createMemoryLedger(now: () => Date): MemoryLedger {
  const kinds = new Map<string, Map<string, object>>();
  let last: Promise<unknown> = Promise.resolve();
  const of = (kind: LedgerKind) => {
    const known = kinds.get(kind) ?? new Map<string, object>();
    kinds.set(kind, known);
    return known;
  };
  const all = <K extends LedgerKind>(kind: K) => [...of(kind).values()].reverse() as Entry<K>[];
  const ledger: MemoryLedger = {
    now,
    all,
    forget: (id) => {
      for (const known of kinds.values()) known.delete(id);
    },
    find: async <K extends LedgerKind>(kind: K, id: string) =>
      (of(kind).get(id) as Entry<K> | undefined) ?? null,
    list: async (kind, customer) => all(kind).filter((one) => one.customer === customer),
    listCustomers: async (after, limit) =>
      all('customer')
        .filter(({ id, isDeleted }) => id > after && !isDeleted)
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
    async put(kind, id, customer, data) {
      of(kind).set(id, Object.assign(of(kind).get(id) ?? {}, data, { id, customer }));
    },
    withCustomer(_customer, change) {
      const changed = last.then(() => change(ledger));
      last = changed.catch(() => {});
      return changed;
    },
    deliver: async () => {},
  };
  return ledger;
}
