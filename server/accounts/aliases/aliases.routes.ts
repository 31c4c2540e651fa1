import type { FastifyInstance } from 'fastify';
import { checkName, getAliases, setCardAlias, setUsernameAlias } from '#server/accounts/aliases/aliases.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { aliasesEndpoints } from '#shared/accounts/aliases.ts';

export function aliasesRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, aliasesEndpoints.get, getAliases);
  serve(server, app, aliasesEndpoints.check, checkName);
  serve(server, app, aliasesEndpoints.setCard, setCardAlias);
  serve(server, app, aliasesEndpoints.setUsername, setUsernameAlias);
}
