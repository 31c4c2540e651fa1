import type { FastifyInstance } from 'fastify';
import { changeAccount, getAccount, register, signIn, signOut } from '#server/auth/auth.ts';
import { endSessionOf, listSessions } from '#server/auth/sessions.ts';
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { accountRows } from '#shared/account.ts';

export function authRoutes(server: FastifyInstance, app: App): void {
  serve(server, app, accountRows.register, register);
  serve(server, app, accountRows.signIn, signIn);
  serve(server, app, accountRows.signOut, signOut);
  serve(server, app, accountRows.me, getAccount);
  serve(server, app, accountRows.change, changeAccount);
  serve(server, app, accountRows.listSessions, listSessions);
  serve(server, app, accountRows.endSession, endSessionOf);
}
