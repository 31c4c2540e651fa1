import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountKey } from '#app/accounts/auth/auth.queries.ts';
import { urlOf } from '#app/frame/api/call.ts';
import { queryClient } from '#app/frame/api/query-client.ts';
import { BackgroundPart } from '#app/sharing/background/BackgroundPart.tsx';
import { QrPart } from '#app/sharing/code/QrPart.tsx';
import { EmbedPart } from '#app/sharing/embed/EmbedPart.tsx';
import { LinkPart } from '#app/sharing/link/LinkPart.tsx';
import { NfcPart } from '#app/sharing/nfc/NfcPart.tsx';
import type { SharingProps } from '#app/sharing/part/SharingPart.tsx';
import { PrintPart } from '#app/sharing/print/PrintPart.tsx';
import { callOutside } from '#test/call-outside.ts';
import { useIsCounted } from './use-is-counted.ts';

vi.mock('#app/frame/navigation/router.tsx', () => ({ Link: () => null }));
const PARTS = { QrPart, BackgroundPart, LinkPart, NfcPart, PrintPart, EmbedPart };
const card = {
  id: 'work',
  userId: 'ada',
  name: 'Work',
  fullName: 'Ada Lovelace',
  isActive: true,
  mainPath: '/card/work',
  primaryColor: '#000000',
  secondaryColor: '#000000',
  updatedAt: '2026-01-01T00:00:00.000Z',
} as SharingProps['card'];
const TAG = {
  number: 1,
  name: 'Door',
  createdAt: card.updatedAt,
  writtenAt: null,
  isLocked: false,
  views: 0,
};

beforeEach(() => {
  const location = new URL('https://goldleaf.example/share-card/work');
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location });
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** The names of the parts that speak of counted views. */
function listPromising(isAnalyticsEnabled: boolean): string[] {
  queryClient.setQueryData(accountKey, {
    user: { id: 'ada' },
    settings: { isAnalyticsEnabled, isProfileVisible: true },
    due: { teams: [] },
  });
  queryClient.setQueryData([urlOf('GET /api/nfc/{cardId}/tags', { params: { cardId: 'work' } })], [TAG]);
  const isCounted = callOutside(() => useIsCounted(card));
  return Object.entries(PARTS).flatMap(([name, Part]) => {
    const part = createElement(Part, { card, isCounted });
    const html = renderToString(createElement(QueryClientProvider, { client: queryClient }, part));
    return /counts as|tracked|one more view|not used yet|tag each link/.test(html) ? [name] : [];
  });
}

it('says of views that they are counted only where they are', () => {
  expect(listPromising(true)).toEqual(Object.keys(PARTS));
  expect(listPromising(false)).toEqual([]);
});
