import type { DashboardAnalytics, RecentView } from '#shared/analytics.ts';
import { TRAFFIC_SOURCES_SHOWN } from '#shared/constants.ts';
import { type Device, deviceOf, sourceHost } from '#shared/viewer.ts';

/** What the screen computes from the analytics call. */

export interface Share {
  label: string;
  views: number;
}

/** Unique visitors of all views in whole percent (section 2), 0 while nobody looked. */
export function engagementRate({ totalViews, totalUniqueViews }: DashboardAnalytics): number {
  return totalViews === 0 ? 0 : Math.round((totalUniqueViews / totalViews) * 100);
}

const DEVICES: readonly Device[] = ['Mobile', 'Tablet', 'Desktop'];

/** The recent views by class of device; all three are named, also those that nobody used. */
export function countDevices(views: readonly RecentView[]): Share[] {
  return DEVICES.map((label) => ({
    label,
    views: views.filter(({ viewerDevice }) => deviceOf(viewerDevice) === label).length,
  }));
}

/** The hosts that led to most of the recent views, five at most; equals in alphabetical order. */
export function topSources(views: readonly RecentView[]): Share[] {
  const counts = new Map<string, number>();
  for (const { referrer } of views) {
    const host = sourceHost(referrer);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .map(([label, count]) => ({ label, views: count }))
    .sort((a, b) => b.views - a.views || a.label.localeCompare(b.label))
    .slice(0, TRAFFIC_SOURCES_SHOWN);
}

/** Round numbers; half of each is a whole number too. */
const TOPS = [10, 12, 14, 16, 20, 24, 30, 40, 50, 60, 80, 100];

/** The round, even top of a count axis that starts at 0 and must reach `largest`. */
export function axisTop(largest: number): number {
  if (largest <= 10) return Math.max(2, Math.ceil(largest / 2) * 2);
  const scale = 10 ** Math.floor(Math.log10(largest) - 1);
  return scale * (TOPS.find((top) => top * scale >= largest) ?? 100);
}
