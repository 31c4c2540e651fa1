import type { FastifyInstance } from 'fastify';
import { getAccount, register, signIn, signOut } from '#server/auth/auth.ts';
import { endSessionOf, listSessions } from '#server/auth/sessions.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { authEndpoints } from '#shared/auth.ts';

export function authRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, authEndpoints.register, register);
  serve(server, app, authEndpoints.signIn, signIn);
  serve(server, app, authEndpoints.signOut, signOut);
  serve(server, app, authEndpoints.me, getAccount);
  serve(server, app, authEndpoints.listSessions, listSessions);
  serve(server, app, authEndpoints.endSession, endSessionOf);
}
