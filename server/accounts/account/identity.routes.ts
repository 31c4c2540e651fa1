import type { FastifyInstance } from 'fastify';
import { confirmIdentity } from '#server/accounts/auth/confirm-identity.ts';
import {
  addPasskey,
  askForMyPasskey,
  beginPasskeyRegistration,
  removePasskey,
  renamePasskey,
} from '#server/accounts/auth/passkeys/passkeys.ts';
import { getSecurity } from '#server/accounts/auth/security.ts';
import {
  beginTwoStep,
  forgetMyDevices,
  renewRecoveryCodes,
  turnOffTwoStep,
  turnOnTwoStep,
} from '#server/accounts/auth/two-step/two-step.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { identityEndpoints } from '#shared/accounts/identity.ts';

/** How the owner of an account proves who they are, and what they can prove it with. */
export function identityRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, identityEndpoints.security, getSecurity);
  serve(server, app, identityEndpoints.confirm, confirmIdentity);
  serve(server, app, identityEndpoints.askForPasskey, askForMyPasskey);
  serve(server, app, identityEndpoints.beginPasskey, beginPasskeyRegistration);
  serve(server, app, identityEndpoints.addPasskey, addPasskey);
  serve(server, app, identityEndpoints.renamePasskey, renamePasskey);
  serve(server, app, identityEndpoints.removePasskey, removePasskey);
  serve(server, app, identityEndpoints.beginTwoStep, beginTwoStep);
  serve(server, app, identityEndpoints.turnOnTwoStep, turnOnTwoStep);
  serve(server, app, identityEndpoints.turnOffTwoStep, turnOffTwoStep);
  serve(server, app, identityEndpoints.renewRecoveryCodes, renewRecoveryCodes);
  serve(server, app, identityEndpoints.forgetDevices, forgetMyDevices);
}
