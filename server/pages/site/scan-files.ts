import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packageRoot } from '#server/config/package-root.ts';
import type { ByteRange } from '#server/infra/blobs/blobs.ts';
import { sendRange } from '#server/infra/http/send-range.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * The files that read paper cards in a browser: a worker, the engine of Tesseract.js and data for each language, as
 * `vite/scan.ts` wrote them. They stay on the disk and are streamed; only their list is in memory.
 */

interface ScanFile {
  path: string;
  file: string;
  /** Bytes as stored and sent: packed with gzip. */
  size: number;
  type: string;
  hash: string;
}

/**
 * The worker's own policy (Content Security Policy Level 3, section 4.2.4: a worker keeps its script's, not its
 * page's). It alone compiles WebAssembly; it loads from this server and has nowhere to send anything else.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
/** Neither runs or loads anything as a document of its own. */
const FILE_POLICY = "default-src 'none'; sandbox";
const WORKER_PATH = '/scan/reader.js';

/** Serves what is listed in `folder`, with ranges and entity tags (RFC 9110, sections 8.8 and 14), and nothing else. */
export function scanRoutes(
  server: FastifyInstance,
  _app: unknown,
  folder = path.join(packageRoot, 'dist/scan'),
): void {
  let listed: Promise<ReadonlyMap<string, ScanFile>> | undefined;
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    listed ??= readList(folder);
    const found = (await listed).get(request.url.split('?', 1)[0] ?? '');
    if (!found) throw new AppError('not_found', 'This file doesn’t exist or was removed. Reload the page.');
    return sendFile(path.join(folder, found.file), found, request, reply);
  };
  server.get('/scan/:name', send);
  server.get('/scan/:version/:name', send);
}

/** Without a build there are no files. */
async function readList(folder: string): Promise<ReadonlyMap<string, ScanFile>> {
  const json = await readFile(path.join(folder, 'files.json'), 'utf8').catch(() => '[]');
  return new Map((JSON.parse(json) as ScanFile[]).map((file) => [file.path, file]));
}

function sendFile(stored: string, file: ScanFile, request: FastifyRequest, reply: FastifyReply) {
  const isWorker = file.path === WORKER_PATH;
  const tag = `"${file.hash}"`;
  reply.headers({
    'content-type': file.type,
    'content-encoding': 'gzip',
    // The worker's address never changes; the others contain a hash.
    'cache-control': isWorker ? 'no-cache' : 'public, max-age=31536000, immutable',
    etag: tag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': isWorker ? WORKER_POLICY : FILE_POLICY,
    'cross-origin-resource-policy': 'same-origin',
  });
  if (request.headers['if-none-match']?.includes(tag)) return reply.status(304).send();
  const found = { bytes: file.size, read: (range?: ByteRange) => fs.createReadStream(stored, range) };
  return sendRange(request, reply, found);
}
