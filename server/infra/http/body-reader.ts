import type { IncomingMessage } from 'node:http';
import type { SignedInContext } from '#server/infra/http/request-context.ts';

export interface ReadBody {
  content: unknown;
  /** What the handler's context knows besides. */
  context?: object;
  release(): Promise<void>;
}

export interface BodyBounds {
  totalBytes: number;
  jsonBytes: number;
}

export type BodyReader<App> = (
  ctx: App & SignedInContext,
  body: IncomingMessage,
  bounds: BodyBounds,
) => Promise<ReadBody>;
