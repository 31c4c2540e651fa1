import { line } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * The messages about passkeys between browsers and the server: Web Authentication, level 3, sections 5.1.8 and 5.1.9. The
 * options for sign-in are a GET, so that a sign-in page that only opens sends nothing but reads.
 */

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'Not base64url');

/** The part of a browser's signed data that says which challenge it answers. */
export const clientData = z.object({ challenge: z.string().max(200) });

export const passkeyName = z.object({ name: line(60).min(1, 'Enter a name.') }).meta({ id: 'PasskeyName' });

const credential = z.object({ id: base64url(2_000), type: z.literal('public-key') });

/** A passkey that was just made. Without a name it gets that of the browser and device. */
export const newPasskey = credential
  .extend({
    name: passkeyName.shape.name.optional(),
    response: z.object({
      clientDataJSON: base64url(5_000),
      attestationObject: base64url(50_000),
      transports: z
        .array(
          z
            .string()
            .max(20)
            .regex(/^[\w-]*$/),
        )
        .max(10)
        .optional(),
    }),
  })
  .meta({ id: 'NewPasskey' });

/** The answer of a passkey to a challenge. */
export const passkeyAnswer = credential
  .extend({
    response: z.object({
      clientDataJSON: base64url(5_000),
      authenticatorData: base64url(5_000),
      signature: base64url(5_000),
      userHandle: base64url(100).optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });

const descriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
});

export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
  allowCredentials: z.array(descriptor).optional(),
});
export type RequestOptions = z.output<typeof requestOptions>;

export const creationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.string() })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['required', 'preferred', 'discouraged']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    })
    .optional(),
  attestation: z.string().optional(),
});
export type CreationOptions = z.output<typeof creationOptions>;
