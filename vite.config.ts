import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite build`: the app's chunks. `vite build --ssr`: our server sources in one file, packages from node_modules. */
export default defineConfig(({ isSsrBuild }) =>
  isSsrBuild
    ? {
        build: {
          ssr: true,
          outDir: 'dist/server',
          target: 'node20',
          emptyOutDir: true,
          rolldownOptions: { input: ['server/main.ts'] },
        },
      }
    : {
        root: 'app',
        plugins: [react(), tailwindcss()],
        build: { outDir: '../dist/app', emptyOutDir: true, assetsInlineLimit: 0 },
      },
);
