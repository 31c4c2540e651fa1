import { expect, it } from 'vitest';
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
