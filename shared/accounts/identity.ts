import { endpoint } from '#shared/contract/api.ts';
import { PASSWORD_MAX } from '#shared/contract/constants.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { code } from './auth.ts';
import { creationOptions, newPasskey, passkeyAnswer, passkeyName, requestOptions } from './passkeys.ts';

/** How users prove who they are: the password, passkeys and two-step codes of an account, and being asked again. */

/** A passkey of the requester's; its keys stay on the server and on the device. */
export const passkey = z
  .object({
    id,
    name: z.string(),
    /** True if it is synced between devices, like those of iCloud Keychain or a password manager. */
    isSynced: z.boolean(),
    createdAt: moment,
    lastUsedAt: moment.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;

export const security = z
  .object({
    /** False for those who sign in only with a passkey or at a provider. */
    hasPassword: z.boolean(),
    twoStep: z.object({
      /** Null while sign-in asks for no code. */
      onSince: moment.nullable(),
      recoveryCodesLeft: count,
      /** Browsers that are not asked for codes. */
      rememberedDevices: count,
    }),
    passkeys: z.array(passkey),
  })
  .meta({ id: 'Security' });
export type Security = z.output<typeof security>;

/** A proof of identity. Without one, the call tells whether an earlier proof is still good. */
export const identityProof = z
  .object({
    password: z.string().min(1, 'Enter your password.').max(PASSWORD_MAX).optional(),
    /** The answer to the challenge of `POST /api/account/confirm/options`. */
    passkey: passkeyAnswer.optional(),
  })
  .meta({ id: 'IdentityProof' });

export const twoStepCode = z.object({ code: code() }).meta({ id: 'TwoStepCode' });
/** Shown once: only hashes are kept. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const identityEndpoints = {
  security: endpoint('GET', '/api/account/security', {
    summary: 'How the user signs in: whether with a password, with two-step codes, and with which passkeys',
    who: 'user',
    whileSuspended: true,
    returns: security,
  }),
  confirm: endpoint('POST', '/api/account/confirm', {
    summary: 'Prove who you are, for what asks for it (`identity_required`) in the next five minutes',
    who: 'user',
    whileSuspended: true,
    body: identityProof,
    returns: z.object({ confirmedUntil: moment }),
  }),
  askForPasskey: endpoint('POST', '/api/account/confirm/options', {
    summary: 'A challenge for one of the user’s own passkeys, to confirm who they are',
    who: 'user',
    whileSuspended: true,
    returns: requestOptions,
  }),
  beginPasskey: endpoint('POST', '/api/account/passkeys/options', {
    summary: 'What the browser needs to make a passkey',
    who: 'user',
    returns: creationOptions,
  }),
  addPasskey: endpoint('POST', '/api/account/passkeys', {
    summary: 'Add the passkey that the browser has made',
    who: 'user',
    body: newPasskey,
    returns: passkey,
  }),
  renamePasskey: endpoint('PATCH', '/api/account/passkeys/{id}', {
    summary: 'Rename a passkey',
    who: 'user',
    params: z.object({ id }),
    body: passkeyName,
    returns: passkey,
  }),
  removePasskey: endpoint('DELETE', '/api/account/passkeys/{id}', {
    summary: 'Remove a passkey, which no longer signs in',
    who: 'user',
    params: z.object({ id }),
    returns: z.object({ id }),
  }),
  beginTwoStep: endpoint('POST', '/api/account/two-step', {
    summary: 'A new secret for two-step codes (RFC 6238), to be confirmed with a code',
    who: 'user',
    returns: z.object({ secret: z.string(), uri: z.string() }),
  }),
  turnOnTwoStep: endpoint('POST', '/api/account/two-step/confirm', {
    summary: 'Turn two-step codes on with the first code; the recovery codes are shown only now',
    who: 'user',
    body: twoStepCode,
    returns: newCodes,
  }),
  turnOffTwoStep: endpoint('DELETE', '/api/account/two-step', {
    summary: 'Turn two-step codes off',
    who: 'user',
    returns: security,
  }),
  renewRecoveryCodes: endpoint('POST', '/api/account/two-step/recovery-codes', {
    summary: 'Ten new recovery codes; the old ones no longer work',
    who: 'user',
    returns: newCodes,
  }),
  forgetDevices: endpoint('DELETE', '/api/account/two-step/devices', {
    summary: 'Ask for codes again in every browser',
    who: 'user',
    returns: security,
  }),
};
