import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';

/** Built files, compressed by the build or once at start, and served from memory before the router runs. */

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticFiles {
  /** Responds from memory; false if there is no such file. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Loads every file of a known type below `folder`, if it exists. Names below /assets/ carry a hash and never change.
 * `headersOf`: more headers, by path.
 */
export async function loadStaticFiles(
  folder: string,
  pages: PageCache,
  headersOf: Readonly<Record<string, Record<string, string>>> = {},
): Promise<StaticFiles> {
  const files = new Map<string, PreparedPage>();
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const load = async (entry: Dirent) => {
    const contentType = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || !contentType) return;
    const file = path.join(entry.parentPath, entry.name);
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    const headers = {
      'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      ...headersOf[url],
    };
    const [body, brotli] = await Promise.all([
      fs.readFile(file),
      fs.readFile(`${file}.br`).catch(() => undefined),
    ]);
    const page = preparePage({ status: 200, contentType, body, headers, brotli });
    pages.keep(page);
    files.set(url, page);
  };
  await Promise.all(entries.map(load));
  return {
    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const url = request.url ?? '';
      const query = url.indexOf('?');
      const file = files.get(query < 0 ? url : url.slice(0, query));
      if (!file) return false;
      pages.send(file, request, response);
      return true;
    },
  };
}
