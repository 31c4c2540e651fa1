import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type BodyOf, call, urlOf } from '#app/api/call.ts';
import { pagesKey, usePages } from '#app/api/pages.ts';

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
    meta: { failure: { title: 'Error', fallback: 'The trial was not extended. Please try again.' } },
    onSuccess(billing) {
      client.setQueryData(billingKey(id), billing);
      const lists = ['GET /api/admin/stats', 'GET /api/admin/recent-users', 'GET /api/admin/users'] as const;
      for (const list of lists) void client.invalidateQueries({ queryKey: [urlOf(list)] });
    },
  });
}

/** Jobs that were given up, latest first. */
export const useFailedJobs = () => usePages(JOBS);

export function useRetryJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/admin/jobs/{id}/retry', { params: { id } }),
    meta: { failure: { title: 'Error', fallback: 'The job could not be restarted. Please try again.' } },
    onSettled: () => client.invalidateQueries({ queryKey: pagesKey(JOBS) }),
  });
}
