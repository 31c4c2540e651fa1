import type { FastifyInstance } from 'fastify';
import { changeAccount } from '#server/accounts/account/change-account.ts';
import { cancelNewEmail, mailConfirmation } from '#server/accounts/account/change-address.ts';
import { listEvents } from '#server/accounts/account/list-events.ts';
import { changeSameReach } from '#server/accounts/account/same-reach.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { accountEndpoints } from '#shared/accounts/account.ts';
import { sameReachEndpoints } from '#shared/accounts/same-reach.ts';

/** A user's own account. Sign-in and sessions belong to auth. */
export function accountRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, accountEndpoints.change, changeAccount);
  serve(server, app, sameReachEndpoints.change, changeSameReach);
  serve(server, app, accountEndpoints.history, listEvents);
  serve(server, app, accountEndpoints.confirmEmail, mailConfirmation);
  serve(server, app, accountEndpoints.cancelNewEmail, cancelNewEmail);
}
