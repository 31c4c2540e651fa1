import type { IncomingMessage } from 'node:http';
import type { SignedInContext } from '#server/infra/http/request-context.ts';

export interface ReadBody {
  content: unknown;
  /** The rest of the handler's context. */
  context?: object;
  release(): Promise<void>;
}

export interface ReaderBounds {
  totalBytes: number;
  jsonBytes: number;
}

export type BodyReader<App> = (
  ctx: App & SignedInContext,
  body: IncomingMessage,
  bounds: ReaderBounds,
) => Promise<ReadBody>;
