import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import { pagesKey, usePages } from '#app/frame/api/pages.ts';
import type { AdminActForm, AdminUserState } from '#shared/operations/admin-acts.ts';

/** The administrators' calls, refetched whenever the screen opens. */

export function useStats() {
  return useQuery({
    queryKey: [urlOf('GET /api/admin/stats')],
    queryFn: () => call('GET /api/admin/stats'),
    refetchOnMount: 'always',
  });
}

export function useRecentUsers() {
  return useQuery({
    queryKey: [urlOf('GET /api/admin/recent-users')],
    queryFn: () => call('GET /api/admin/recent-users'),
    refetchOnMount: 'always',
  });
}

const billingKey = (id: string) => [urlOf('GET /api/admin/users/{id}/billing', { params: { id } })] as const;
const JOBS = 'GET /api/admin/jobs';

export function useUserBilling(id: string) {
  return useQuery({
    queryKey: billingKey(id),
    queryFn: () => call('GET /api/admin/users/{id}/billing', { params: { id } }),
    refetchOnMount: 'always',
  });
}

/** Gives a user more free days; the lists show the resulting status. */
export function useExtendTrial(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<'POST /api/admin/users/{id}/trial'>) =>
      call('POST /api/admin/users/{id}/trial', { params: { id }, body }),
    meta: { failure: { fallback: 'We couldn’t extend the trial. Please try again.' } },
    onSuccess(billing) {
      client.setQueryData(billingKey(id), billing);
      for (const list of LISTS) void client.invalidateQueries({ queryKey: [urlOf(list)] });
    },
  });
}

const LISTS = ['GET /api/admin/stats', 'GET /api/admin/recent-users', 'GET /api/admin/users'] as const;

const userKey = (id: string) => [urlOf('GET /api/admin/users/{id}', { params: { id } })] as const;

export function useAdminUser(id: string) {
  return useQuery({
    queryKey: userKey(id),
    queryFn: () => call('GET /api/admin/users/{id}', { params: { id } }),
    refetchOnMount: 'always',
  });
}

type Acted = AdminUserState | { id: string; archive: string };

function runAct(id: string, { act, reason, pages, message, username }: AdminActForm): Promise<Acted> {
  const params = { id };
  if (act === 'suspend') {
    const body = { reason, hidesPages: pages === 'hidden', message };
    return call('POST /api/admin/users/{id}/suspend', { params, body });
  }
  if (act === 'delete') return call('DELETE /api/admin/users/{id}', { params, body: { reason, username } });
  if (act === 'restore') return call('POST /api/admin/users/{id}/restore', { params, body: { reason } });
  if (act === 'endSessions')
    return call('POST /api/admin/users/{id}/end-sessions', { params, body: { reason } });
  return call('POST /api/admin/users/{id}/reset', { params, body: { reason } });
}

/** Acts on an account; resolves to its new state, or to where its archive is. */
export function useAct(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: AdminActForm) => runAct(id, form),
    meta: { failure: { title: 'Nothing changed', fallback: 'That didn’t work. Please try again.' } },
    onSuccess(result) {
      if (!('archive' in result)) client.setQueryData(userKey(id), result);
      for (const list of LISTS) void client.invalidateQueries({ queryKey: [urlOf(list)] });
      void client.invalidateQueries({ queryKey: pagesKey('GET /api/admin/actions') });
    },
  });
}

/** True if payments are set up as they must be. */
export function useHealth() {
  return useQuery({
    queryKey: [urlOf('GET /api/admin/health')],
    queryFn: () => call('GET /api/admin/health'),
    refetchOnMount: 'always',
  });
}

/** Requests to the language model, by day. */
export function useModelFigures() {
  return useQuery({
    queryKey: [urlOf('GET /api/admin/model')],
    queryFn: () => call('GET /api/admin/model'),
    refetchOnMount: 'always',
  });
}

/** Jobs that were given up, latest first. */
export const useFailedJobs = () => usePages(JOBS);

export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/admin/jobs/{id}/retry', { params: { id } }),
    meta: { failure: { fallback: 'We couldn’t restart the job. Please try again.' } },
    onSettled: () => client.invalidateQueries({ queryKey: pagesKey(JOBS) }),
  });
}
