import { confirmPurpose } from '#server/account/confirm-address.ts';
import { undoPurpose } from '#server/account/former-address.ts';
import { changePurpose } from '#server/account/new-address.ts';
import { provePurpose } from '#server/account/release-address.ts';
import type { LinkPurpose } from '#server/auth/link-purpose.ts';
import { notMePurpose } from '#server/auth/not-me.ts';
import { resetPurpose } from '#server/auth/recovery.ts';

/** Every kind of mailed link. Each feature defines its own; the pages behind all of them are `links.routes.ts`. */
export const PURPOSES: Readonly<Record<string, LinkPurpose>> = {
  reset: resetPurpose,
  not_me: notMePurpose,
  prove: provePurpose,
  confirm_email: confirmPurpose,
  change_email: changePurpose,
  undo_email: undoPurpose,
};
