import { accountRows } from './account.ts';
import { adminRows } from './admin.ts';
import { analyticsRows } from './analytics.ts';
import type { Endpoint } from './api.ts';
import { billingRows } from './billing.ts';
import { cardRows } from './cards.ts';
import { contactRows } from './contacts.ts';
import { mediaRows } from './media.ts';
import { unreviewedRows } from './unreviewed.ts';
import { walletRows } from './wallet.ts';

/** Every row of the API by its room. OpenAPI and the contract's snapshot are read off this. */
export const contract = {
  account: accountRows,
  billing: billingRows,
  cards: cardRows,
  media: mediaRows,
  wallet: walletRows,
  contacts: contactRows,
  unreviewed: unreviewedRows,
  analytics: analyticsRows,
  admin: adminRows,
} satisfies Record<string, Record<string, Endpoint>>;

type Contract = typeof contract;
type Rows = { [Room in keyof Contract]: Contract[Room][keyof Contract[Room]] }[keyof Contract];
type Named<Row> = Row extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;

/** A row as the specification names it: `GET /api/cards/{id}`. */
export type Route = Named<Rows>;

/** The row of that name. */
export type RowOf<Name extends Route> = Name extends `${infer M} ${infer P}`
  ? Extract<Rows, { method: M; path: P }>
  : never;
