import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { sendSecretPage } from '#server/infra/http/send-secret-page.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';
import { renderLink } from '#site/render.tsx';

/** The page of a mailed link. */
export const sendLinkPage = (
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  props: LinkPageProps,
): FastifyReply => sendSecretPage(app, request, reply, status, renderLink(props));
