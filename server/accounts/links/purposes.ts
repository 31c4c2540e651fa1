import { confirmPurpose } from '#server/accounts/account/confirm-address.ts';
import { undoPurpose } from '#server/accounts/account/former-address.ts';
import { invoicesPurpose } from '#server/accounts/account/invoice-address.ts';
import { changePurpose } from '#server/accounts/account/new-address.ts';
import { provePurpose } from '#server/accounts/account/release-address.ts';
import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import { notMePurpose } from '#server/accounts/auth/not-me-link.ts';
import { resetPurpose } from '#server/accounts/auth/recovery.ts';

/** Every kind of mailed link. Each feature defines its own; the pages behind all of them are `links.routes.ts`. */
export const PURPOSES: Readonly<Record<string, LinkPurpose>> = {
  reset: resetPurpose,
  not_me: notMePurpose,
  prove: provePurpose,
  confirm_email: confirmPurpose,
  change_email: changePurpose,
  undo_email: undoPurpose,
  invoices: invoicesPurpose,
};
