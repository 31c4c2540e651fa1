import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server in front of the product that can fall silent, break off, and serve the same product as if it were a new build.
 */

export interface FrontServer {
  url: string;
  /** From now on, requests for these paths are never answered; those that waited until now fail. */
  silence(paths: RegExp): void;
  /** From now on, pages end after this text until the returned function is called, as on a slow network. */
  breakOff(after: string): () => void;
  /** From now on, every script and style has another name, as after an update; the old names are gone. */
  update(): void;
  stop(): void;
}

const NAMED = /([\w.-]+-[\w-]{7})\.(js|css)\b/g;
/** The hash of all files in the app's worker. */
const SHELL = /shell:(["'`])/g;
const NEW = /-second\.(js|css)$/;

export async function startFrontServer(product: string): Promise<FrontServer> {
  let silent = /^$/;
  let isUpdated = false;
  let broken: { after: string; mayGoOn: Promise<void> } | undefined;
  const unanswered: ServerResponse[] = [];
  const { hostname, port } = new URL(product);

  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    if (silent.test(path)) return void unanswered.push(response);
    const isAsset = /^\/assets\/.*\.(js|css)$/.test(path);
    if (isAsset && NEW.test(path) !== isUpdated) return response.writeHead(404).end();
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    delete headers['if-none-match'];
    const target = { hostname, port, path: path.replace(NEW, '.$1'), method: request.method, headers };
    const inner = http.request(target, (answer) => {
      const type = answer.headers['content-type'] ?? '';
      const isText = /javascript|html|css/.test(type);
      if (broken && type.includes('html')) return void sendInParts(answer, response, broken);
      if (!isUpdated || !isText) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(response);
      }
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts)
          .toString()
          .replace(NAMED, '$1-second.$2')
          .replace(SHELL, 'shell:$1second ');
        const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, rest).end(body);
      });
    });
    inner.on('error', () => response.destroy());
    request.pipe(inner);
  };
  const server = http.createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    silence(paths) {
      silent = paths;
      for (const response of unanswered.splice(0)) response.destroy();
    },
    breakOff(after) {
      let goOn = () => {};
      const mayGoOn = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      broken = { after, mayGoOn };
      return goOn;
    },
    update() {
      isUpdated = true;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function sendInParts(
  answer: IncomingMessage,
  response: ServerResponse,
  { after, mayGoOn }: { after: string; mayGoOn: Promise<void> },
): Promise<void> {
  const body = Buffer.concat(await answer.toArray());
  const at = body.indexOf(after) + after.length;
  response.writeHead(answer.statusCode ?? 502, answer.headers).write(body.subarray(0, at));
  await mayGoOn;
  response.end(body.subarray(at));
}
