import type { FastifyInstance } from 'fastify';
import { changeAccount, getAccount, register, signIn, signOut } from '#server/auth/auth.ts';
import { endSessionOf, listSessions } from '#server/auth/sessions.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { accountEndpoints } from '#shared/account.ts';

export function authRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, accountEndpoints.register, register);
  serve(server, app, accountEndpoints.signIn, signIn);
  serve(server, app, accountEndpoints.signOut, signOut);
  serve(server, app, accountEndpoints.me, getAccount);
  serve(server, app, accountEndpoints.change, changeAccount);
  serve(server, app, accountEndpoints.listSessions, listSessions);
  serve(server, app, accountEndpoints.endSession, endSessionOf);
}
