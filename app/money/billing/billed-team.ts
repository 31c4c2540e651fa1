import { createContext, use } from 'react';

/** The id of the team whose subscription the screen inside is about; undefined where it is the person's own. */
export const BilledTeam = createContext<string | undefined>(undefined);

export const useBilledTeam = (): string | undefined => use(BilledTeam);
