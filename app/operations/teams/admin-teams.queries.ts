import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { pagesKey } from '#app/frame/api/pages.ts';
import type { AdminActForm } from '#shared/operations/admin-acts.ts';
import type { AdminTeam } from '#shared/operations/admin-teams.ts';

/** The administrators' acts on a team. */

type ActedOnTeam = AdminTeam | { id: string; archive: string } | { id: string; owner: string };

function runOnTeam(id: string, form: AdminActForm): Promise<ActedOnTeam> {
  const { act, reason, pages, message, username } = form;
  const params = { id };
  if (act === 'suspend') {
    const body = { reason, hidesPages: pages === 'hidden', message };
    return call('POST /api/admin/teams/{id}/suspend', { params, body });
  }
  if (act === 'restore') return call('POST /api/admin/teams/{id}/restore', { params, body: { reason } });
  if (act === 'appoint') {
    return call('POST /api/admin/teams/{id}/owner', { params, body: { reason, username } });
  }
  if (act === 'bringBack') return call('POST /api/admin/teams/{id}/bring-back', { params, body: { reason } });
  return call('DELETE /api/admin/teams/{id}', { params, body: { reason, username } });
}

/** Acts on a team; resolves to its new state, its new owner, or to where its archive is. */
export function useActOnTeam(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: AdminActForm) => runOnTeam(id, form),
    meta: { failure: { title: 'Nothing changed', fallback: 'That didn’t work. Please try again.' } },
    onSuccess() {
      void client.invalidateQueries({ queryKey: pagesKey('GET /api/admin/teams') });
      void client.invalidateQueries({ queryKey: [urlOf('GET /api/admin/stats')] });
      void client.invalidateQueries({ queryKey: pagesKey('GET /api/admin/actions') });
    },
  });
}
