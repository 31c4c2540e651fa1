import { useQuery } from '@tanstack/react-query';
import { call, urlOf } from '#app/api/call.ts';

/** The administrators' calls, asked anew whenever the screen opens. */

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

export function useAllUsers() {
  return useQuery({
    queryKey: [urlOf('GET /api/admin/users')],
    queryFn: () => call('GET /api/admin/users'),
    refetchOnMount: 'always',
  });
}
