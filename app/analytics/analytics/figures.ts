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
import { capitalize } from '#shared/formats/capitalize.ts';
import { isUsual, sayRange, type WantedFigures } from './range.ts';

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
function namedPlaces(places: Counted): Share[] {
  const named = rename(places, locationLabel);
  return named.some(({ label }) => label !== UNKNOWN_LOCATION && label !== 'Other') ? named : [];
}

const nameShares = (counted: Counted): Share[] => rename(counted, (value) => value);

/** All three classes, even those without views. */
function groupDevices(devices: Counted): Share[] {
  const counts = new Map(rename(devices, guessDevice).map(({ label, views }) => [label, views]));
  return DEVICES.map((label) => ({ label, views: counts.get(label) ?? 0 }));
}

/** A panel of shares. */
interface SharePanel {
  title: string;
  heading: string;
  shares: Share[];
  /** The views it is about; those of values that are not listed, too. */
  total: number;
  /** Likewise in words. */
  text: string;
}

/** Devices and sources are of the latest views (section 2) until days or a card are chosen. */
export function listShares(
  { recentViews }: Pick<DashboardAnalytics, 'recentViews'>,
  { breakdowns, views }: Pick<RangeAnalytics, 'breakdowns' | 'views'>,
  wanted: WantedFigures,
): SharePanel[] {
  const inRange = { total: views, text: capitalize(sayRange(wanted.days)) };
  const latest = {
    total: recentViews.length,
    text: recentViews.length === 1 ? 'The latest view' : `The latest ${recentViews.length} views`,
  };
  const isLatest = isUsual(wanted) && recentViews.length > 0;
  const of = isLatest ? latest : inRange;
  const devices = isLatest ? countDevices(recentViews) : groupDevices(breakdowns.devices);
  const sources = isLatest ? topSources(recentViews) : nameShares(breakdowns.sources);
  const panels = [
    { title: 'Device Types', heading: 'Device', shares: devices, ...of },
    { title: 'Traffic Sources', heading: 'Source', shares: sources, ...of },
    { title: 'Channels', heading: 'Channel', shares: namedChannels(breakdowns.channels), ...inRange },
    { title: 'Places', heading: 'Place', shares: namedPlaces(breakdowns.places), ...inRange },
  ];
  return panels.filter(({ shares }, nth) => nth < 2 || shares.length > 0);
}

/** Round numbers whose halves are whole numbers too. */
const TOPS = [10, 12, 14, 16, 20, 24, 30, 40, 50, 60, 80, 100];

/** The smallest round, even end of an axis that starts at 0 and must reach `largest`. */
export function axisTop(largest: number): number {
  if (largest <= 10) return Math.max(2, Math.ceil(largest / 2) * 2);
  const scale = 10 ** Math.floor(Math.log10(largest) - 1);
  return scale * (TOPS.find((top) => top * scale >= largest) ?? 100);
}
