import type { DashboardAnalytics, RangeAnalytics, RecentView } from '#shared/analytics/analytics.ts';
import {
  type Device,
  guessDevice,
  locationLabel,
  sourceHost,
  UNKNOWN_LOCATION,
} from '#shared/analytics/viewer.ts';
import { CHANNEL_LABELS, readChannel } from '#shared/cards/channels.ts';
import { TRAFFIC_SOURCES_SHOWN } from '#shared/contract/constants.ts';

/** Figures computed from the analytics response. */

export interface Share {
  label: string;
  views: number;
}

/** Unique visitors as a whole percentage of all views (section 2); 0 without any views. */
export function engagementRate({
  totalViews,
  totalUniqueViews,
}: Pick<DashboardAnalytics, 'totalViews' | 'totalUniqueViews'>): number {
  return totalViews === 0 ? 0 : Math.round((totalUniqueViews / totalViews) * 100);
}

const DEVICES: readonly Device[] = ['Mobile', 'Tablet', 'Desktop'];

/** Recent views by device class; all three are listed, even those without views. */
export function countDevices(views: readonly RecentView[]): Share[] {
  return DEVICES.map((label) => ({
    label,
    views: views.filter(({ viewerDevice }) => guessDevice(viewerDevice) === label).length,
  }));
}

const byViews = (a: Share, b: Share) => b.views - a.views || a.label.localeCompare(b.label);

/** The referring hosts with the most recent views, at most five; ties in alphabetical order. */
export function topSources(views: readonly RecentView[]): Share[] {
  const counts = new Map<string, number>();
  for (const { referrer } of views) {
    const host = sourceHost(referrer);
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts]
    .map(([label, count]) => ({ label, views: count }))
    .sort(byViews)
    .slice(0, TRAFFIC_SOURCES_SHOWN);
}

type Counted = RangeAnalytics['breakdowns'][keyof RangeAnalytics['breakdowns']];

/** Counts under other names, most views first; ties in alphabetical order. */
function rename(counted: Counted, nameOf: (value: string) => string): Share[] {
  const counts = new Map<string, number>();
  for (const { value, views } of counted) {
    const label = nameOf(value);
    counts.set(label, (counts.get(label) ?? 0) + views);
  }
  return [...counts].map(([label, views]) => ({ label, views })).sort(byViews);
}

/** How the cards' links traveled, in people's words. */
export const namedChannels = (channels: Counted): Share[] =>
  rename(channels, (value) => CHANNEL_LABELS[readChannel(value) ?? 'other']);

/** Without any place that is known, none. */
export function namedPlaces(places: Counted): Share[] {
  const named = rename(places, locationLabel);
  return named.some(({ label }) => label !== UNKNOWN_LOCATION && label !== 'Other') ? named : [];
}

export const nameShares = (counted: Counted): Share[] => rename(counted, (value) => value);

/** All three classes, even those without views. */
export function groupDevices(devices: Counted): Share[] {
  const counts = new Map(rename(devices, guessDevice).map(({ label, views }) => [label, views]));
  return DEVICES.map((label) => ({ label, views: counts.get(label) ?? 0 }));
}

/** Round numbers whose halves are whole numbers too. */
const TOPS = [10, 12, 14, 16, 20, 24, 30, 40, 50, 60, 80, 100];

/** The smallest round, even end of an axis that starts at 0 and must reach `largest`. */
export function axisTop(largest: number): number {
  if (largest <= 10) return Math.max(2, Math.ceil(largest / 2) * 2);
  const scale = 10 ** Math.floor(Math.log10(largest) - 1);
  return scale * (TOPS.find((top) => top * scale >= largest) ?? 100);
}
