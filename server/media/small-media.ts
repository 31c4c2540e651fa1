import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';

declare module '#server/context.ts' {
  interface AppContext {
    smallMedia: SmallMedia;
  }
}

/** Small files that people look at stay in memory, and are sent as they lie: they wait for no disk and no router. */

const FILE_BYTES_MAX = 256 * 1024;
const BYTES_MAX = 32 * 1024 * 1024;

interface Ready {
  bytes: Buffer;
  etag: string;
  /** Names and values by turns, as `writeHead` takes them at once. */
  headers: string[];
  /** The same for 304, which has no content. */
  unchanged: string[];
}

export interface SmallMedia {
  /** Answers a request for a file that lies ready; false for any other, and for a range of one. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether a file of this size stays in memory. */
  takes(bytes: number): boolean;
  /** Keeps a file; what stands under a name never changes. */
  keep(name: string, bytes: Buffer, headers: Record<string, string>): void;
  invalidate(name: string): void;
}

/** `everyHeader` are the headers of every answer, name and value by turns. */
export function createSmallMedia(everyHeader: readonly string[]): SmallMedia {
  const files = new LRUCache<string, Ready>({
    maxSize: BYTES_MAX,
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
