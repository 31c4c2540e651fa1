import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { listGiven, offerLink, takeBackLink } from '#server/people/contact-links/given-links.ts';
import { listNews } from '#server/people/contact-links/news.ts';
import { acceptLink, decideOnLink, listLinks, refuseLink } from '#server/people/contact-links/owner-links.ts';
import { contactLinkEndpoints } from '#shared/people/contact-links.ts';

export function contactLinkRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, contactLinkEndpoints.list, listLinks);
  serve(server, app, contactLinkEndpoints.news, listNews);
  serve(server, app, contactLinkEndpoints.accept, acceptLink);
  serve(server, app, contactLinkEndpoints.refuse, refuseLink);
  serve(server, app, contactLinkEndpoints.decide, decideOnLink);
  serve(server, app, contactLinkEndpoints.listGiven, listGiven);
  serve(server, app, contactLinkEndpoints.offer, offerLink);
  serve(server, app, contactLinkEndpoints.takeBack, takeBackLink);
}
