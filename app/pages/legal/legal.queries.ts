import { useQuery } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';

/** The legal pages this server publishes. They only add to a screen, which works without knowing them. */
export function useLegalPages() {
  return useQuery({ queryKey: [urlOf('GET /api/legal')], queryFn: () => call('GET /api/legal') }).data;
}
