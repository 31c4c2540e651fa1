import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshAccount } from '#app/accounts/auth/auth.queries.ts';
import { withIdentity } from '#app/accounts/auth/proof/with-identity.ts';
import { type BodyOf, CallError, call, urlOf } from '#app/frame/api/call.ts';
import { putInList } from '#app/frame/api/put-in-list.ts';
import { WATCHED } from '#app/frame/api/watched.ts';
import type { Team } from '#shared/teams/teams.ts';

/** Calls about teams as such; those about their members and cards stand beside their screens. */

const teamsKey = [urlOf('GET /api/teams')] as const;
export const teamKey = (id: string) => [urlOf('GET /api/teams/{id}', { params: { id } })] as const;

export function useTeams() {
  return useQuery({ queryKey: teamsKey, queryFn: () => call('GET /api/teams'), refetchOnMount: 'always' });
}

/** One team; the roles of its people change while others work, so each screen asks again, also when it is looked at again. */
export function useTeam(id: string) {
  return useQuery({
    queryKey: teamKey(id),
    queryFn: () => call('GET /api/teams/{id}', { params: { id } }),
    ...WATCHED,
  });
}

/** Asks again for a team that has changed with something else. */
export function refreshTeam(client: QueryClient, id: string): void {
  for (const queryKey of [teamKey(id), teamsKey]) void client.invalidateQueries({ queryKey });
}

/** Asks again for a team once anything is refused: it may be suspended now, or the reader's part in it another. */
export function useRefusals(id: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const check = (error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 403) return;
      refreshTeam(client, id);
      refreshAccount(client);
    };
    const ownKeys: unknown[] = [teamKey(id)[0], teamsKey[0]];
    const ends = [
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (!ownKeys.includes(event.query.queryKey[0])) check(event.action.error);
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client, id]);
}

/** A call that answers with the team as it is then, which every screen shows at once. */
function useTeamCall<Variables>(run: (variables: Variables) => Promise<Team>, fallback: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: { failure: { fallback } },
    onSuccess(team) {
      client.setQueryData(teamKey(team.id), team);
      putInList(client, teamsKey, team);
      refreshAccount(client);
    },
  });
}

export const useCreateTeam = () =>
  useTeamCall(
    (body: BodyOf<'POST /api/teams'>) => call('POST /api/teams', { body }),
    'Failed to create the team. Please try again.',
  );

export const useChangeTeam = (id: string) =>
  useTeamCall(
    (body: BodyOf<'PATCH /api/teams/{id}'>) => call('PATCH /api/teams/{id}', { params: { id }, body }),
    'Failed to save the team. Please try again.',
  );

export const useDeleteTeam = (id: string) =>
  useTeamCall(
    (body: BodyOf<'DELETE /api/teams/{id}'>) =>
      withIdentity(() => call('DELETE /api/teams/{id}', { params: { id }, body })),
    'Failed to delete the team. Please try again.',
  );

export const useRestoreTeam = (id: string) =>
  useTeamCall(
    () => call('POST /api/teams/{id}/restore', { params: { id } }),
    'We couldn’t restore the team. Please try again.',
  );

export const useOfferTeam = (id: string) =>
  useTeamCall(
    (userId: string) =>
      withIdentity(() => call('POST /api/teams/{id}/handover', { params: { id }, body: { userId } })),
    'We couldn’t ask them. Please try again.',
  );

/** For the owner, who asked, and for the one who was asked. */
export const useEndTeamOffer = (id: string) =>
  useTeamCall(
    () => call('DELETE /api/teams/{id}/handover', { params: { id } }),
    'We couldn’t end this. Please try again.',
  );

export const useAcceptTeam = (id: string) =>
  useTeamCall(
    () => call('POST /api/teams/{id}/handover/accept', { params: { id } }),
    'We couldn’t hand over the team. Please try again.',
  );
