import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './vite/chunks.ts';
import { brotliFiles } from './vite/compress.ts';
import { hintEarlyScripts } from './vite/early-scripts.ts';
import { withoutFileFacts } from './vite/file-facts.ts';
import { drawingFonts } from './vite/fonts.ts';
import { migrations } from './vite/migrations.ts';
import { scanFiles } from './vite/scan.ts';
import { inlineScript } from './vite/script.ts';
import { scriptTargets, styleTargets } from './vite/targets.ts';
import { workers } from './vite/workers.ts';

/** Every screen loads the names of all files, whose hashes no compression makes smaller: 42 bits tell builds apart, too. */
const name = (ending: string) => `assets/[name]-[hash:7]${ending}`;

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
          hintEarlyScripts(),
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
          rolldownOptions: {
            output: {
              codeSplitting: { groups: chunkGroups() },
              entryFileNames: name('.js'),
              // Functions that several parts share need no name, which every screen would load.
              chunkFileNames: (chunk) =>
                chunk.isDynamicEntry || /^[A-Z]/.test(chunk.name) ? name('.js') : 'assets/s-[hash:7].js',
              assetFileNames: name('[extname]'),
            },
          },
        },
      },
);
