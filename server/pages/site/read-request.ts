import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { buildContext } from '#server/infra/http/admission.ts';
import { id as idSchema } from '#shared/contract/fields.ts';

type WithId = FastifyRequest<{ Params: { id: string } }>;

/** The id in the path, or an id that no card has. */
export function readId(request: FastifyRequest): string {
  const id = idSchema.safeParse((request as WithId).params.id ?? '');
  return id.success ? id.data : '-';
}

/** The requester, identified within a second or not at all. */
export const readContext = (
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<VisitorContext> => app.readTimeout.within(() => buildContext(app, request, reply));
