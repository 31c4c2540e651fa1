import { phoneForFile } from '#server/infra/phone.ts';
import type { RecipientDetails } from '#server/people/recipients/details.ts';
import { contentDisposition, vcardFileName } from '#shared/formats/file-names.ts';
import { type ContactFacts, contactToVcard } from '#shared/people/contact-vcard.ts';

/** A person's details, as a file of their own (GDPR, article 20). */
export function exportRecipient(
  details: RecipientDetails,
  format: 'json' | 'vcf',
): { body: string; headers: Record<string, string> } {
  const { given, ownerName, sharedAt, answers, consents } = details;
  const fullName = given.fullName ?? '';
  if (format === 'vcf') {
    return {
      body: contactToVcard({ ...given, fullName } as ContactFacts, { formatPhone: phoneForFile }),
      headers: {
        'content-type': 'text/vcard; charset=utf-8',
        'content-disposition': contentDisposition(vcardFileName(fullName)),
      },
    };
  }
  const told = {
    sharedWith: ownerName,
    sharedAt: sharedAt.toISOString(),
    details: given,
    answers,
    consents: consents.map(({ purpose, words, message, at, withdrawnAt }) => ({
      purpose,
      text: words,
      ...(message !== null && { message }),
      at,
      withdrawnAt,
    })),
  };
  return {
    body: `${JSON.stringify(told, null, 2)}\n`,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('my-details.json'),
    },
  };
}
