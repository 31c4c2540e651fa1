import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { phoneForFile } from '#server/infra/phone.ts';
import { exportedPhoto } from '#server/people/contacts/export/exported-photo.ts';
import { EXPORTED } from '#server/people/contacts/export/read-exported.ts';
import type { VcardQuery } from '#shared/cards/cards.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { contentDisposition, vcardFileName } from '#shared/formats/file-names.ts';
import { versionOf } from '#shared/formats/vcard.ts';
import { leadAsContact } from '#shared/people/contact-fields.ts';
import { type ContactFacts, contactToVcard } from '#shared/people/contact-vcard.ts';
import type { Contact } from '#shared/people/contacts.ts';

/** The vCard of a contact or lead of the requester, for their phone's address book. */
export async function getContactFile(
  ctx: UserContext,
  { params, query }: ById & { query: VcardQuery },
): Promise<FileBody> {
  const person = (await findContact(ctx, params.id)) ?? (await findLead(ctx, params.id));
  if (!person) throw notFound('contact');
  return {
    body: contactToVcard(person, {
      version: versionOf(query.version),
      photo: await exportedPhoto(ctx, person.profileImage),
      formatPhone: phoneForFile,
    }),
    type: 'text/vcard; charset=utf-8',
    headers: { 'content-disposition': contentDisposition(vcardFileName(person.fullName)) },
  };
}

type Person = ContactFacts & Pick<Contact, 'profileImage'>;

async function findContact(ctx: UserContext, id: string): Promise<Person | undefined> {
  const [contact] = await ctx.db
    .select(EXPORTED)
    .from(contacts)
    .where(and(eq(contacts.id, id), whereCan(ctx, 'see', 'contact')));
  return contact;
}

async function findLead(ctx: UserContext, id: string): Promise<Person | undefined> {
  const [lead] = await ctx.db
    .select({
      ...getTableColumns(leadCaptures),
      updatedAt: sql<Date | null>`change_at`.mapWith(leadCaptures.createdAt),
    })
    .from(leadCaptures)
    .where(and(eq(leadCaptures.id, id), whereCan(ctx, 'see', 'lead')));
  return (
    lead && {
      ...leadAsContact(lead),
      ...pick(lead, ['createdAt', 'updatedAt']),
      phoneE164: lead.leadPhoneE164,
      profileImage: null,
    }
  );
}
