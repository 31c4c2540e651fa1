import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { type BodyOf, call } from '#app/frame/api/call.ts';
import type { Account } from '#shared/accounts/account.ts';
import type { CreationOptions, RequestOptions } from '#shared/accounts/passkeys.ts';

/** The browser's part in passkeys; loaded when a screen first needs one. */

/** The answer of a passkey. The library declares more than we send: the server does not read the rest. */
type Answer = BodyOf<'POST /api/auth/passkey'>;
type Request = Parameters<typeof startAuthentication>[0];

async function askForPasskey(optionsJSON: RequestOptions, useBrowserAutofill = false): Promise<Answer> {
  return (await startAuthentication({ optionsJSON, useBrowserAutofill } as Request)) as Answer;
}

/** Signs in with a passkey chosen in the browser's own dialog. */
export async function signInWithPasskey(): Promise<Account> {
  const body = await askForPasskey(await call('GET /api/auth/passkey/options'));
  return call('POST /api/auth/passkey', { body });
}

/**
 * Lets the browser offer passkeys among the suggestions for the username, and resolves once one has signed in. Resolves
 * to null where that does not work, which nobody who did not ask for it needs to know.
 */
export async function offerPasskeys(): Promise<Account | null> {
  const body = await waitForChoice().catch(() => null);
  return body && call('POST /api/auth/passkey', { body });
}

async function waitForChoice(): Promise<Answer | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  return askForPasskey(await call('GET /api/auth/passkey/options'), true);
}

/** Ends what `offerPasskeys` waits for. */
export const stopOffering = () => WebAuthnAbortService.cancelCeremony();

export async function confirmWithPasskey(): Promise<void> {
  const passkey = await askForPasskey(await call('POST /api/account/confirm/options'));
  await call('POST /api/account/confirm', { body: { passkey } });
}

export const beginPasskey = () => call('POST /api/account/passkeys/options');

/** Has the browser make a passkey. */
export async function makePasskey(options: CreationOptions): Promise<BodyOf<'POST /api/account/passkeys'>> {
  const made = await startRegistration({ optionsJSON: options } as Parameters<typeof startRegistration>[0]);
  return made as BodyOf<'POST /api/account/passkeys'>;
}
