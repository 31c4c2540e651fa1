import type { IncomingMessage } from 'node:http';
import type { UserContext } from '#server/context.ts';

export interface ReadBody {
  content: unknown;
  /** What the handler's context knows besides. */
  context?: Pick<UserContext, 'inline'>;
  release(): Promise<void>;
}

export interface BodyBounds {
  totalBytes: number;
  jsonBytes: number;
}

export type BodyReader = (ctx: UserContext, body: IncomingMessage, bounds: BodyBounds) => Promise<ReadBody>;
