import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { usePages } from '#app/frame/api/pages.ts';
import { MINUTE_MS } from '#shared/formats/time.ts';
import type { TeamRange } from '#shared/teams/ranges.ts';

/** Calls for the figures of a team. Looking at them has them counted, so a screen asks again until they are there. */

const SOON_MS = 2_000;
const EVERY_MS = 30_000;
/** Older ones are from before somebody looked. */
const OLD_MS = 2 * MINUTE_MS;

/** True while the figures that were read are none, or older than those that are being counted. */
export const isBeingCounted = (asOf: string | null): boolean =>
  asOf === null || Date.now() - Date.parse(asOf) > OLD_MS;

export function useTeamFigures(id: string, days: TeamRange) {
  return useQuery({
    queryKey: [urlOf('GET /api/teams/{id}/figures', { params: { id }, query: { days } })],
    queryFn: () => call('GET /api/teams/{id}/figures', { params: { id }, query: { days } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data && isBeingCounted(data.asOf) ? SOON_MS : EVERY_MS),
  });
}

const ROWS = 10;

export const useFiguresByCard = (id: string, days: TeamRange) =>
  usePages('GET /api/teams/{id}/figures/cards', { days }, ROWS, { id });

export const useFiguresByHolder = (id: string, days: TeamRange) =>
  usePages('GET /api/teams/{id}/figures/holders', { days }, ROWS, { id });
