import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotliFiles } from './vite/compress.ts';
import { withoutFileFacts } from './vite/file-facts.ts';
import { drawingFonts } from './vite/fonts.ts';
import { migrations } from './vite/migrations.ts';
import { scanFiles } from './vite/scan.ts';
import { inlineScript } from './vite/script.ts';
import { scriptTargets, styleTargets } from './vite/targets.ts';
import { workers } from './vite/workers.ts';

/** The modules of every screen, and the small ones most of them share: each separate file would cost a hundred bytes. */
const EVERYWHERE =
  /node_modules\/((react|react-dom|scheduler|@tanstack\/(react-query|query-core))\/|lucide-react\/dist\/esm\/(?!icons))|\/(ui\/(styles|Button|Choice|Disclosure|Field|Tabs)\.tsx?|shared\/(contract\/(constants|media-urls)|formats\/time)\.ts|app\/(frame\/(BackLink|dates|lazy-dialog|lazy-addition)|cards\/cards\/cards\.queries|offline\/(choice|late))\.tsx?|lucide-react\/dist\/esm\/icons\/(x|trash|plus|arrow-left)\.m?js)$/;

/** The table of a card's fields, which other screens use late, and what creating and editing a card share. */
const CARD_FIELDS = /\/shared\/cards\/card-fields(\/[\w-]+)?\.ts$/;
const CARD_FORM = /\/app\/cards\/editor\/(card-form|tabs|fields\/CardField)\.tsx?$/;

/** `vite build`: the app's chunks. `vite build --ssr`: our server sources, packages from node_modules. */
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        plugins: [inlineScript(), drawingFonts(), migrations()],
        // Styles of public pages name the fonts in it.
        publicDir: 'app/public',
        build: {
          ssr: true,
          copyPublicDir: false,
          outDir: 'dist/server',
          target: 'node20',
          // The styles of public pages are strings in the bundle, and every byte of them is sent to browsers.
          cssMinify: true,
          cssTarget: styleTargets(),
          emptyOutDir: true,
          // Each child process and worker thread has its own entry: see `childEntry`.
          rolldownOptions: {
            input: [
              'server/main.ts',
              'server/command.ts',
              'server/backup.ts',
              'server/restore.ts',
              'server/portability/archive/archive-process.ts',
              'server/sharing/drawing/drawing-process.ts',
              'server/people/import/import-process.ts',
              'server/infra/pictures/picture-process.ts',
              'server/sharing/print/print-process.ts',
              // For the check of what our pages contain: scripts/engines.
              'site/render.tsx',
            ],
          },
        },
      }
    : {
        root: 'app',
        resolve: { alias: { 'react-style-singleton': path.resolve('ui/style-singleton.ts') } },
        // `npm run dev` runs the server's sources with this same configuration.
        plugins: [
          react(),
          tailwindcss(),
          inlineScript(),
          brotliFiles(),
          workers(),
          scanFiles(),
          withoutFileFacts(),
        ],
        build: {
          target: scriptTargets(),
          cssTarget: styleTargets(),
          outDir: '../dist/app',
          emptyOutDir: true,
          assetsInlineLimit: 0,
          manifest: true,
          // Engines that lack it (Safari before 17) fetch a screen's parts one after another; all others would carry it.
          modulePreload: { polyfill: false },
          // One file compresses better than five, and stays cached when only our own code has changed.
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'libraries', test: EVERYWHERE },
                  { name: 'card-fields', test: CARD_FIELDS, includeDependenciesRecursively: false },
                  { name: 'card-form', test: CARD_FORM, includeDependenciesRecursively: false },
                ],
              },
            },
          },
        },
      },
);
