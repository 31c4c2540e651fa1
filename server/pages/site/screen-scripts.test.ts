import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { preloadScreen, SCREEN_MODULES } from './screen-scripts.ts';

it('The server knows the module of each screen that the app loads', () => {
  const routes = fs.readFileSync(path.join(packageRoot, 'app/routes.tsx'), 'utf8');
  const loads = [...routes.matchAll(/path: (?:paths|screens)\.(\w+),\s*load: [^']*import\('\.\/([^']+)'\)/g)];
  expect(Object.fromEntries(loads.map(([, screen, module]) => [screen, module]))).toEqual(SCREEN_MODULES);
});

it('The document of a screen names each of its scripts once, and none that the app brings anyway', () => {
  const html = '<head><script type="module" src="/assets/index.js"></script></head>';
  const manifest = {
    'cards/cards/CardsPage.tsx': { file: 'assets/cards.js', imports: ['_often', '_tile'] },
    _often: { file: 'assets/often.js', imports: ['index.html'] },
    _tile: { file: 'assets/tile.js', imports: ['_often'] },
    'index.html': { file: 'assets/index.js' },
  };
  const shown = preloadScreen(html, JSON.stringify(manifest), 'cards');
  expect(shown.match(/modulepreload[^>]+href="[^"]+"/g)).toEqual([
    'modulepreload" crossorigin href="/assets/cards.js"',
    'modulepreload" crossorigin href="/assets/often.js"',
    'modulepreload" crossorigin href="/assets/tile.js"',
  ]);
});
