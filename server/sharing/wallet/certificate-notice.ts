import type { AppContext } from '#server/context.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** Pass certificates last a year; renewing one takes a Mac or openssl, and some minutes. */
const NOTICE_MS = 30 * DAY_MS;

/** From 30 days before the certificate of Apple Wallet expires: what an operator has to do, in one sentence or two. */
export function certificateNotice({ apple, now }: Pick<AppContext, 'apple' | 'now'>): string | null {
  const { validUntil } = apple;
  const left = validUntil ? validUntil.getTime() - now().getTime() : Number.POSITIVE_INFINITY;
  if (!validUntil || left > NOTICE_MS) return null;
  const day = validUntil.toISOString().slice(0, 10);
  const renew = 'Renew it for the same Pass Type ID, as docs/wallet-passes.md says, and restart the server.';
  return left < 0
    ? `The certificate for Apple Wallet expired on ${day}, and passes for Apple Wallet are off. ${renew}`
    : `The certificate for Apple Wallet expires on ${day}. ${renew}`;
}

/** Says so in the log. */
export function warnOfCertificate(app: Pick<AppContext, 'apple' | 'now' | 'log'>): void {
  const notice = certificateNotice(app);
  if (notice) app.log.warn(notice);
}
