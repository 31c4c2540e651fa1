import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SETTINGS_PAGES } from '#app/accounts/settings/settings-pages.ts';
import { packageRoot } from '#server/config/package-root.ts';

/** The build's record of each module that begins a chunk; https://vite.dev/guide/backend-integration. */
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

const APP = path.join(packageRoot, 'dist/app');
const MOST = 120_000;
/** The part of it that every screen loads. */
const MOST_SHARED = 88_000;
const MOST_IN_SETTINGS = 110_500;
const manifest: Record<string, Chunk> = JSON.parse(
  fs.readFileSync(path.join(APP, '.vite/manifest.json'), 'utf8'),
);
/** Loaded by the frame of every screen, but only when the pointer comes near, or once the screen is there. */
const LATER = ['frame/shell/OpenAccountMenu.tsx'];
const screens = manifest['index.html']?.dynamicImports?.filter((name) => !LATER.includes(name)) ?? [];

/** Tabs may be named in the address, and are then loaded with their screen. */
const EDITOR_TABS = ['DesignTab', 'SocialTab', 'MediaTab'].map((tab) => `cards/editor/fields/${tab}.tsx`);
const TABS: Record<string, string[]> = {
  'analytics/dashboard/DashboardPage.tsx': [
    'analytics/dashboard/CardsTab.tsx',
    'analytics/dashboard/ContactsTab.tsx',
    'analytics/analytics/AnalyticsTab.tsx',
    'accounts/settings/SettingsTab.tsx',
  ],
  'cards/editor/CreatePage.tsx': EDITOR_TABS,
  'cards/editor/EditPage.tsx': EDITOR_TABS,
};

/** The bytes of chunks and everything they import, as sent over the wire. */
function sumBytes(names: string[]): number {
  const files = new Set<string>();
  const walk = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(walk);
  };
  names.forEach(walk);
  return [...files].reduce((sum, file) => sum + fs.statSync(path.join(APP, `${file}.br`)).size, 0);
}

it('covers every screen of the app', () => {
  expect(screens.length).toBeGreaterThanOrEqual(11);
  expect(Object.keys(TABS).filter((name) => !screens.includes(name))).toEqual([]);
});

it('loads at most 88 KB of script on every screen', () => {
  expect(sumBytes(['index.html'])).toBeLessThanOrEqual(MOST_SHARED);
});

it.each(screens)('%s loads at most 120 KB of script before anyone touches it', (screen) => {
  const ways = [[], ...(TABS[screen] ?? []).map((tab) => [tab])];
  const sizes = ways.map((way) => sumBytes(['index.html', screen, ...way]));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST);
});

const SETTINGS = ['analytics/dashboard/DashboardPage.tsx', 'accounts/settings/SettingsTab.tsx'];
const settingsPages = manifest[SETTINGS[1] ?? '']?.dynamicImports ?? [];

it('covers every page of the settings', () => {
  expect(settingsPages).toHaveLength(SETTINGS_PAGES.length);
});

it.each(settingsPages)('%s of the settings loads at most 110 KB of script', (page) => {
  expect(sumBytes(['index.html', ...SETTINGS, page])).toBeLessThanOrEqual(MOST_IN_SETTINGS);
});

it('has V8 compile the scripts of the first draw while they come in, and no others', () => {
  const isHinted = (name: string) =>
    fs
      .readFileSync(path.join(APP, manifest[name]?.file ?? ''), 'utf8')
      .startsWith('//# allFunctionsCalledOnLoad\n');
  const early = ['index.html', ...screens.filter((name) => name.endsWith('Page.tsx'))];
  expect(early.filter((name) => !isHinted(name))).toEqual([]);
  expect(isHinted('frame/shell/OpenAccountMenu.tsx')).toBe(false);
});

it('has no scripts that import each other', () => {
  const imports = (name: string) => manifest[name]?.imports ?? [];
  const reach = (name: string, seen = new Set<string>()) => {
    for (const next of imports(name).filter((it) => !seen.has(it))) reach(next, seen.add(next));
    return seen;
  };
  expect(Object.keys(manifest).filter((name) => reach(name).has(name))).toEqual([]);
});

it('leaves the headings of imported files to the server', () => {
  const files = fs.readdirSync(path.join(APP, 'assets')).filter((name) => name.endsWith('.js'));
  const named = files.filter((name) =>
    fs.readFileSync(path.join(APP, 'assets', name), 'utf8').includes('berufsbezeichnung'),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(named).toEqual([]);
});

it('draws pictures of cards with at most 14 KB of script, which comes late', () => {
  const screen = ['index.html', 'analytics/dashboard/DashboardPage.tsx'];
  const drawn = Object.keys(manifest).filter((name) => name.includes('DrawnCard'));
  const late = sumBytes([...screen, ...drawn]) - sumBytes(screen);
  expect(late).toBeLessThanOrEqual(14_000);
  expect(late).toBeGreaterThan(0);
});
