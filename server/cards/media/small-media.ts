import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '#shared/formats/time.ts';

declare module '#server/context.ts' {
  interface AppContext {
    smallMedia: SmallMedia;
  }
}

/** Small, frequently requested files stay in memory and bypass both the disk and the router. */

const FILE_BYTES_MAX = 256 * 1024;
const BYTES_MAX = 32 * 1024 * 1024;
/** Then it is asked for again: another process may have deleted it. */
const KEPT_MS = HOUR_MS;

interface Ready {
  bytes: Buffer;
  etag: string;
  /** Alternating names and values, as `writeHead` takes them. */
  headers: string[];
  /** Likewise for 304, which has no content. */
  unchanged: string[];
}

export interface SmallMedia {
  /** Serves a request for a cached file; returns false for any other file, and for range requests. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** True if a file of this size is cached. */
  takes(bytes: number): boolean;
  /** Caches a file; the content behind a name never changes. */
  keep(name: string, bytes: Buffer, headers: Record<string, string>): void;
  invalidate(name: string): void;
}

/** `everyHeader` holds the headers of every response, as alternating names and values. */
export function createSmallMedia(everyHeader: readonly string[]): SmallMedia {
  const files = new LRUCache<string, Ready>({
    maxSize: BYTES_MAX,
    ttl: KEPT_MS,
    sizeCalculation: ({ bytes }) => bytes.length + 1_024,
  });
  return {
    serve(request, response) {
      const { method, url = '', headers } = request;
      if (!url.startsWith('/media/') || (method !== 'GET' && method !== 'HEAD')) return false;
      const file = headers.range === undefined ? files.get(url) : undefined;
      if (!file) return false;
      if (headers['if-none-match']?.includes(file.etag)) response.writeHead(304, file.unchanged).end();
      else response.writeHead(200, file.headers).end(method === 'HEAD' ? undefined : file.bytes);
      return true;
    },
    takes: (bytes) => bytes <= FILE_BYTES_MAX,
    keep(name, bytes, headers) {
      const unchanged = [...everyHeader, ...Object.entries(headers).flat()];
      const length = ['content-length', String(bytes.length)];
      files.set(`/media/${name}`, {
        bytes,
        etag: headers.etag ?? '',
        unchanged,
        headers: [...unchanged, ...length],
      });
    },
    invalidate: (name) => void files.delete(`/media/${name}`),
  };
}
