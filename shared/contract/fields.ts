import { TEXT_MAX } from './constants.ts';
import { type SocialNetwork, socialHref, toHref } from './links.ts';
import { z } from './zod.ts';

/** The kinds of fields in every form. `undefined` means "leave unchanged", `null` means "empty". */

// Control characters do not belong in a card, and PostgreSQL refuses NUL outright.
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
// With the u flag, a surrogate pair is one character, and only unpaired halves match.
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Text as it is stored: trimmed, with LF line ends, without control or direction-override characters. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROL, '').replace(LONE_SURROGATE, '').trim();
}

/** Text that is too long is checked no further: what the other checks cost depends on its length. */
const NO_FURTHER = { abort: true };

/** Text as it is being typed: spaces at its end stay, since more may follow. */
export const typedText = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(CONTROL, '').replace(LONE_SURROGATE, ''))
    .max(max, NO_FURTHER);

const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, ' ');

/** One line of text; line breaks become spaces. `message` replaces the default "Required". */
export const line = (max: number = TEXT_MAX.line, message?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? message : undefined) })
    .overwrite(cleanLine)
    .max(max, NO_FURTHER);

/** Several lines of text. */
export const paragraph = (max: number = TEXT_MAX.paragraph) =>
  z.string().overwrite(cleanText).max(max, NO_FURTHER);

type Text = ReturnType<typeof line>;

/** Text that may be left out or cleared; empty text is stored as null. */
export const optional = (text: Text) =>
  text
    .transform((value) => value || null)
    .nullable()
    .optional();

export const optionalLine = (max?: number) => optional(line(max));

/** Made once: a schema takes longer to make than to ask. */
const anEmail = z.email();

/** An email address; `message` replaces the default "Invalid email". */
export const email = (message?: string) =>
  z
    .string(message)
    .overwrite(cleanLine)
    .max(TEXT_MAX.email, NO_FURTHER)
    .refine((value) => anEmail.safeParse(value).success, message ?? 'Invalid email');

export const optionalEmail = () =>
  optional(
    line(TEXT_MAX.email).refine((value) => !value || anEmail.safeParse(value).success, 'Invalid email'),
  );

/** A phone number as typed: in any script and format, even with words beside it. No format is refused. */
export const optionalPhone = () => optionalLine(TEXT_MAX.phone);

export const LINK_MESSAGE = 'Enter a web address, like https://example.com';

/** A web address with or without its scheme; only http and https are allowed. */
export const optionalLink = () =>
  optional(line(TEXT_MAX.url).refine((value) => !value || toHref(value) !== null, LINK_MESSAGE));

/** An address or a handle of a social network. Networks without public profiles accept any text that is not a link. */
export const socialField = (network: SocialNetwork) =>
  optional(
    line(TEXT_MAX.url).refine(
      (value) => !value || socialHref(network, value) !== null || !/[:/]/.test(value),
      LINK_MESSAGE,
    ),
  );

export const hexColor = () => z.string().regex(/^#[0-9a-f]{6}$/i, 'Enter a color as #rrggbb, like #D4AF37');

/** A list of short texts: each trimmed, empty ones dropped. */
export const textList = (maxItems: number, maxLength: number = TEXT_MAX.line) =>
  z
    .array(line(maxLength))
    .transform((items) => items.filter(Boolean))
    .pipe(z.array(z.string()).max(maxItems));

/** A box in a form: `true` where it is ticked, or "on" as plain forms send it. */
export const tickBox = z
  .union([z.boolean(), z.enum(['on', 'true', 'false', ''])])
  .nullable()
  .optional()
  .transform((value) => value === true || value === 'on' || value === 'true');

/** A moment as ISO 8601 text; the server may pass a Date. */
export const moment = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.string(),
);

/** An id as we generate them: short, unguessable, safe in a URL. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'Not found');

export const count = z.number().int().nonnegative();
