import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/prepared-page.ts';
import { DOCUMENT_HEADERS } from '#server/infra/http/security-headers.ts';
import { writePage } from '#server/infra/http/write-page.ts';
import { packageRoot } from '#server/package-root.ts';
import { AppError } from '#shared/errors.ts';
import { screens } from '#shared/screens.ts';

/** Where the build leaves the React app. */
export const appFolder = path.join(packageRoot, 'dist/app');

/** SHA-256 of nothing: an empty <style> element, which `ui/styles.ts` fills with rules through the CSSOM, is no way in for markup. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The app keeps its styles in files and its pictures here: one that is named by an address is copied before it is shown. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Service and dedicated workers.
  "worker-src 'self'",
  `style-src 'self' ${EMPTY_STYLE}`,
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the document of the React app at each of its screens, any query included. */
export function appShellRoutes(server: FastifyInstance, { pages }: App): void {
  let shell: PreparedPage | undefined;
  for (const screen of Object.values(screens)) {
    server.get(screen.replace('{id}', ':id'), async (request, reply) => {
      shell ??= await readShell();
      return writePage(pages, shell, request, reply);
    });
  }
}

async function readShell(): Promise<PreparedPage> {
  const body = await fs.readFile(path.join(appFolder, 'index.html')).catch(() => {
    throw new AppError('unavailable', 'The app is not built yet. Run npm run build, then try again.');
  });
  const headers = {
    ...DOCUMENT_HEADERS,
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
  };
  return preparePage({ status: 200, contentType: 'text/html; charset=utf-8', body, headers });
}
