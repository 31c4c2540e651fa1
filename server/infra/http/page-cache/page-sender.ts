import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import {
  type Coding,
  type EncodedAnswer,
  isNotModified,
  makeAnswer,
  type PreparedPage,
  pickCoding,
} from '#server/infra/http/page-cache/prepared-page.ts';

/** Sends prepared pages: 304 if the visitor has the page, else the best encoding; no body for HEAD. */
export interface PageSender {
  /** Responds at once, or as soon as the requested encoding has been made. */
  send(page: PreparedPage, request: IncomingMessage, response: ServerResponse): void;
  /** The best encoding for a request. */
  chooseCoding(request: IncomingMessage): Coding;
  /**
   * Adds the headers of every response to a page. From now on its encodings are counted; brotli, if there is one, is
   * the main one.
   */
  keep(page: PreparedPage): void;
  /** Frees memory by dropping a page's encodings other than the main one. */
  release(page: PreparedPage): void;
  /** Bytes of all kept encodings other than the main ones. */
  size(): number;
}

/**
 * Browsers send a handful of different headers, but a stranger may send any number: only a few short ones are
 * remembered.
 */
const MEMO_MAX = 200;
const MEMO_LENGTH_MAX = 200;

/** A header as it arrived, several joined. Node's own `headers` would build an object of all of them first. */
export function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index] ?? '';
    if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? '';
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** The best encoding for a request; remembered for the headers that browsers send. */
function createCodingChoice() {
  const codings = new Map<string, Coding>();
  return (request: IncomingMessage): Coding => {
    const acceptEncoding = rawHeader(request, 'accept-encoding') ?? '';
    const known = codings.get(acceptEncoding);
    if (known) return known;
    const coding = pickCoding(acceptEncoding);
    if (acceptEncoding.length > MEMO_LENGTH_MAX) return coding;
    if (codings.size >= MEMO_MAX) codings.clear();
    codings.set(acceptEncoding, coding);
    return coding;
  };
}

/**
 * `variantBytes`: capacity for rarely requested encodings. `everyHeader`: headers of every response, alternating name
 * and value.
 */
export function createPageSender(variantBytes: number, everyHeader: readonly string[]): PageSender {
  const chooseCoding = createCodingChoice();
  const variants = new LRUCache<EncodedAnswer, { page: PreparedPage; coding: Coding }>({
    maxSize: variantBytes,
    sizeCalculation: (_variant, { body }) => body.length + 512,
    dispose: ({ page, coding }, _answer, reason) => {
      // Several requests may have waited for one encoding, and each notes it.
      if (reason !== 'set') delete page.answers[coding];
    },
  });

  async function makeVariant(page: PreparedPage, coding: Coding): Promise<EncodedAnswer> {
    const answer = await makeAnswer(page, coding);
    if (page.isKept && coding !== 'br') variants.set(answer, { page, coding });
    return answer;
  }

  /** Runs once per page: the same 404 page is kept for many addresses. */
  function addEveryHeader(page: PreparedPage): void {
    const [name] = everyHeader;
    if (name === undefined || page.headers.includes(name)) return;
    page.headers.push(...everyHeader);
    for (const { headers } of Object.values(page.answers)) headers.push(...everyHeader);
  }

  return {
    chooseCoding,
    send(page, request, response) {
      const ifNoneMatch = rawHeader(request, 'if-none-match');
      if (ifNoneMatch !== undefined && isNotModified(page, ifNoneMatch)) {
        response.writeHead(304, page.headers).end();
        return;
      }
      const coding = page.isCompressible ? chooseCoding(request) : 'identity';
      const answer = page.answers[coding];
      if (!answer) {
        makeVariant(page, coding).then(
          (made) => writePage(page, made, request, response),
          (error: Error) => response.destroy(error),
        );
        return;
      }
      if (coding !== 'br' && page.isKept) variants.get(answer);
      writePage(page, answer, request, response);
    },
    keep(page) {
      page.isKept = true;
      addEveryHeader(page);
      if (page.answers.br) delete page.answers.identity;
    },
    release(page) {
      page.isKept = false;
      for (const answer of Object.values(page.answers)) variants.delete(answer);
    },
    size: () => variants.calculatedSize,
  };
}

function writePage(
  page: PreparedPage,
  answer: EncodedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.writeHead(page.status, answer.headers);
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}
