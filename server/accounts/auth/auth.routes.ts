import type { FastifyInstance } from 'fastify';
import { getAccount, registerAccount, signIn, signOut } from '#server/accounts/auth/auth.ts';
import {
  acceptWaiting,
  listIdentities,
  listProviders,
  removeIdentity,
  startLink,
} from '#server/accounts/auth/oidc/identities.ts';
import { oidcRoutes } from '#server/accounts/auth/oidc/oidc.routes.ts';
import { askForPasskey, signInWithPasskey } from '#server/accounts/auth/passkeys/sign-in.ts';
import { askForReset, askToProveAddress, getMailAbility } from '#server/accounts/auth/recovery.ts';
import { endOtherSessionsOf, endSessionOf, listSessions } from '#server/accounts/auth/sessions.ts';
import { finishSignIn } from '#server/accounts/auth/two-step/finish-sign-in.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { authEndpoints } from '#shared/accounts/auth.ts';

export function authRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, authEndpoints.register, registerAccount);
  serve(server, app, authEndpoints.signIn, signIn);
  serve(server, app, authEndpoints.askForReset, askForReset);
  serve(server, app, authEndpoints.finishSignIn, finishSignIn);
  serve(server, app, authEndpoints.proveAddress, askToProveAddress);
  serve(server, app, authEndpoints.mailAbility, getMailAbility);
  serve(server, app, authEndpoints.askForPasskey, askForPasskey);
  serve(server, app, authEndpoints.signInWithPasskey, signInWithPasskey);
  serve(server, app, authEndpoints.signOut, signOut);
  serve(server, app, authEndpoints.me, getAccount);
  serve(server, app, authEndpoints.listSessions, listSessions);
  serve(server, app, authEndpoints.endOtherSessions, endOtherSessionsOf);
  serve(server, app, authEndpoints.endSession, endSessionOf);
  serve(server, app, authEndpoints.listProviders, listProviders);
  serve(server, app, authEndpoints.listIdentities, listIdentities);
  serve(server, app, authEndpoints.startLink, startLink);
  serve(server, app, authEndpoints.acceptWaiting, acceptWaiting);
  serve(server, app, authEndpoints.removeIdentity, removeIdentity);
  oidcRoutes(server, app);
}
