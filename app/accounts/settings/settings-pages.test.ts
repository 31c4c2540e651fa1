import { expect, it } from 'vitest';
import type { DeviceFacts, NoticeFacts } from '#app/frame/notices/list-notices.ts';
import { wordsOf } from '#app/frame/notices/notice-words.ts';
import { paths } from '#app/frame/paths.ts';
import { readPage, SETTINGS_PAGES } from './settings-pages.ts';

const pageOf = (address: string) => readPage(new URL(address, 'https://goldleaf.example').searchParams);

it.each(SETTINGS_PAGES)('opens $page by its address', ({ page }) => {
  expect(pageOf(paths.settings(page))).toBe(page);
});

it.each([
  ['/dashboard?tab=settings', 'general'],
  ['/dashboard?tab=settings&page=unknown', 'general'],
  ['/dashboard?tab=settings&problem=elsewhere&with=acme', 'security'],
  ['/dashboard?tab=settings&page=security&problem=stale&with=acme', 'security'],
])('opens from %s the page %s', (address, page) => {
  expect(pageOf(address)).toBe(page);
});

it.each([
  ['refused', 'general'],
  ['full', 'contacts'],
] as const)('leads from the notice %s to %s', (kind, page) => {
  const facts = {
    user: { hasPaid: true },
    due: { contactsFull: 100 },
    emailRefusedAt: '2026-11-24T10:00:00Z',
  };
  expect(pageOf(wordsOf(kind, facts as NoticeFacts, {} as DeviceFacts).to ?? '')).toBe(page);
});
