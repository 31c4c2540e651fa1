import { defineConfig } from 'vite';

/** The server's bundle: our sources in one file, packages from node_modules. */
export default defineConfig({
  build: { ssr: 'server/main.ts', outDir: 'dist/server', target: 'node20', emptyOutDir: true },
});
