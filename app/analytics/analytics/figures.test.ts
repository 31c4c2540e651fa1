import { describe, expect, it, vi } from 'vitest';
import type { DashboardAnalytics, RecentView } from '#shared/analytics/analytics.ts';
import { axisTop, countDevices, engagementRate, listShares, namedChannels, topSources } from './figures.ts';

vi.mock('#app/frame/navigation/history.ts', () => ({ browserHistory: {} }));

const NOTHING: DashboardAnalytics = {
  totalViews: 0,
  totalUniqueViews: 0,
  cardAnalytics: [],
  recentViews: [],
  viewsByDay: [],
  breakdowns: { devices: [], sources: [], channels: [], tags: [], places: [] },
  isComplete: true,
  viewsKept: null,
};
const view = (part: Partial<RecentView>): RecentView => ({
  id: 'view',
  viewerDevice: null,
  viewerLocation: null,
  referrer: null,
  createdAt: '2026-11-21T07:00:00.000Z',
  ...part,
});

describe('The engagement rate', () => {
  it.each([
    [0, 0, 0],
    [3, 3, 100],
    [3, 2, 67],
    [200, 1, 1],
    [1_000, 4, 0],
  ])('of %i views by %i visitors is %i percent', (totalViews, totalUniqueViews, rate) => {
    expect(engagementRate({ ...NOTHING, totalViews, totalUniqueViews })).toBe(rate);
  });
});

it('Devices are counted over the recent views, and every class is listed', () => {
  const devices = ['iPhone', 'Android', 'iPad', 'Windows', 'Mac', null];
  expect(countDevices(devices.map((viewerDevice) => view({ viewerDevice })))).toEqual([
    { label: 'Mobile', views: 2 },
    { label: 'Tablet', views: 1 },
    { label: 'Desktop', views: 3 },
  ]);
});

it('Channels have the names people use, and unknown ones are one', () => {
  expect(
    namedChannels([
      { value: 'nfc', views: 4 },
      { value: 'Other', views: 3 },
      { value: 'direct', views: 5 },
      { value: 'other', views: 2 },
    ]),
  ).toEqual([
    { label: 'Other', views: 5 },
    { label: 'QR code or link', views: 5 },
    { label: 'NFC tag', views: 4 },
  ]);
});

it('Traffic sources are the five hosts with the most views; none counts as Direct, an unreadable one as Unknown', () => {
  const referrers = [
    ...['a.example', 'https://a.example/page?x=1', 'b.example', 'c.example', 'd.example', 'e.example'],
    ...[null, '', 'direct', 'not a host', 'not a host'],
  ];
  expect(topSources(referrers.map((referrer) => view({ referrer })))).toEqual([
    { label: 'Direct', views: 3 },
    { label: 'a.example', views: 2 },
    { label: 'Unknown', views: 2 },
    { label: 'b.example', views: 1 },
    { label: 'c.example', views: 1 },
  ]);
});

describe('Shares', () => {
  const hosts = Array.from({ length: 50 }, (_, nth) => `host${nth}.example`);
  const recentViews = hosts.map((referrer) => view({ referrer }));
  const sources = hosts.slice(0, 10).map((value) => ({ value, views: 2 }));
  const channels = [{ value: 'nfc', views: 20 }];
  const range = { views: 100, breakdowns: { ...NOTHING.breakdowns, sources, channels } };
  const totals = (days: '30' | '7') =>
    listShares({ recentViews }, range, { days, card: '' }).map(({ title, shares, total, text }) => [
      title,
      shares.length,
      total,
      text,
    ]);

  it('are of all views that a panel is about, and not only of those of the rows', () => {
    expect(totals('30')).toEqual([
      ['Device Types', 3, 50, 'The latest 50 views'],
      ['Traffic Sources', 5, 50, 'The latest 50 views'],
      ['Channels', 1, 100, 'The last 30 days'],
    ]);
    expect(totals('7')).toEqual([
      ['Device Types', 3, 100, 'The last 7 days'],
      ['Traffic Sources', 10, 100, 'The last 7 days'],
      ['Channels', 1, 100, 'The last 7 days'],
    ]);
  });
});

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [3, 4],
  [7, 8],
  [9, 10],
  [11, 12],
  [13, 14],
  [21, 24],
  [41, 50],
  [99, 100],
  [101, 120],
  [250, 300],
  [1_001, 1_200],
])('An axis for up to %i views ends at %i', (largest, top) => {
  expect(axisTop(largest)).toBe(top);
});
