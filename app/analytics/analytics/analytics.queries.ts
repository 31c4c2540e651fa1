import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { call, findFile, urlOf } from '#app/frame/api/call.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { ANALYTICS_REFRESH_MS } from '#shared/contract/constants.ts';
import { analyticsFileName } from '#shared/formats/file-names.ts';
import { toast } from '#ui/Toast.tsx';
import type { WantedFigures } from './range.ts';

/**
 * The owner's figures, fetched when they are opened and every 30 seconds while they are on screen (section 4); `wanted`
 * adds those of some days and of one card or all.
 */
export function useAnalytics(wanted?: WantedFigures) {
  const query = { days: wanted?.days, card: wanted?.card || undefined };
  return useQuery({
    queryKey: [urlOf('GET /api/analytics/dashboard', { query })],
    queryFn: () => call('GET /api/analytics/dashboard', { query }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ANALYTICS_REFRESH_MS,
  });
}

/** False while the person's switch keeps views from being counted. */
export const useIsTracking = (): boolean => useAccount().data?.settings.isAnalyticsEnabled ?? true;

/** Saves everything that is counted as a pretty-printed JSON file. */
export function useExportAnalytics() {
  return useMutation({
    mutationFn: () => findFile('GET /api/analytics/export', { query: { pretty: 'true' } }),
    meta: {
      isDownload: true,
      failure: { title: 'Export Failed', always: 'Unable to export analytics data. Please try again.' },
    },
    onSuccess(address) {
      const name = analyticsFileName(new Date());
      saveFrom(address, name);
      toast({ title: 'Analytics Exported', description: `Saved as ${name}.` });
    },
  });
}
