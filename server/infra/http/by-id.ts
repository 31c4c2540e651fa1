import type { AccountId } from '#shared/accounts/ids.ts';

/** The input of a handler for one item, identified by the id in its path. */
export interface ById {
  params: { id: string };
}

/** Likewise for an account. */
export interface ByAccount {
  params: { id: AccountId };
}
