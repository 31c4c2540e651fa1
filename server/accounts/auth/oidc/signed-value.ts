import type { HttpContext } from '#server/infra/http/request-context.ts';
import { isSameSecret } from '#server/infra/secret.ts';
import type { z } from '#shared/contract/zod.ts';

/** Values that only we can make: what a browser keeps for us while its user is at a provider. */

export interface Signed<Value> {
  /** Values of one kind are worth nothing as another. */
  purpose: string;
  schema: z.ZodType<Value>;
  validMs: number;
}

type App = Pick<HttpContext, 'keyedHash' | 'now'>;

/** `value` as text that only we can make, for `validMs` from now. */
export function signValue<Value>(app: App, { purpose, validMs }: Signed<Value>, value: Value): string {
  const kept = { value, until: app.now().getTime() + validMs };
  const text = Buffer.from(JSON.stringify(kept)).toString('base64url');
  return `${text}.${app.keyedHash(purpose, text).toString('base64url')}`;
}

/** The value in such a text; null if it is not ours or too old. */
export function readValue<Value>(
  app: App,
  { purpose, schema }: Signed<Value>,
  signed: string | undefined,
): Value | null {
  const [text = '', signature = ''] = (signed ?? '').split('.');
  if (!isSameSecret(Buffer.from(signature, 'base64url'), app.keyedHash(purpose, text))) return null;
  const { value, until } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
    value: unknown;
    until: number;
  };
  const parsed = schema.safeParse(value);
  return parsed.success && until > app.now().getTime() ? parsed.data : null;
}
