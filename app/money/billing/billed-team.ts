import { createContext, use } from 'react';
import { urlOf } from '#app/frame/api/call.ts';
import { ownBillingKey } from './use-billing.ts';

/** The id of the team whose subscription the screen inside is about; undefined where it is the person's own. */
export const BilledTeam = createContext<string | undefined>(undefined);

export const useBilledTeam = (): string | undefined => use(BilledTeam);

/** The key of the answer about a subscription: one's own, or that of the team with this id. */
export const billingKeyOf = (team?: string) =>
  team === undefined
    ? ownBillingKey
    : ([urlOf('GET /api/teams/{id}/billing', { params: { id: team } })] as const);
