import { sendsMail } from '#server/auth/link-mail.ts';
import type { Extras } from '#server/contacts/add-submissions.ts';
import { consentsOf } from '#server/contacts/answers.ts';
import type { VisitorContext } from '#server/context.ts';
import type { Given } from '#server/db/receipt-schema.ts';
import { CONTACT_FIELD_NAMES, type ContactFieldName } from '#shared/contact-fields.ts';

/** What is noted of the boxes that were ticked; a server that sends no mail promises no receipt. */
export function receiptOf(
  ctx: VisitorContext,
  isWanted: boolean,
  sent: Partial<Record<ContactFieldName, string | null | undefined>>,
  leadConsentText: string | null = null,
): Pick<Extras, 'consents' | 'receipt'> {
  const wantsReceipt = isWanted && sendsMail(ctx);
  const given: Given = {};
  for (const name of CONTACT_FIELD_NAMES) if (sent[name]) given[name] = sent[name];
  const consents = consentsOf({ leadConsentText, wantsReceipt }, ctx.now());
  return { consents, receipt: wantsReceipt ? given : undefined };
}
