import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { sendSecretPage } from '#server/infra/http/send-secret-page.ts';
import { AppError } from '#shared/contract/errors.ts';
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

/** Likewise of a page that a handler makes; for what it refuses, a page with the reason. */
export async function answerLinkPage(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Promise<LinkPageProps>,
): Promise<FastifyReply> {
  const { status, props } = await page
    .then((shown) => ({ status: 200, props: shown }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return {
        status: error.status,
        props: { title: 'This link doesn’t work', paragraphs: [error.message] },
      };
    });
  return sendLinkPage(app, request, reply, status, props);
}
