import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { VisitorContext } from '#server/context.ts';
import type { Given } from '#server/db/schema/people-visitors.ts';
import type { Extras } from '#server/people/contacts/exchange/add-submissions.ts';
import { consentsOf } from '#server/people/contacts/exchange/form-answers.ts';
import { CONTACT_FIELD_NAMES, type ContactFieldName } from '#shared/people/contact-fields.ts';

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
