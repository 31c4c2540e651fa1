import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { contacts } from '#server/db/schema/people.ts';
import { signUp } from '#test/factories.ts';
import { imported } from '#test/imports.ts';
import { comparable, goRound } from '#test/round-trip.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

describe('Contacts with hostile texts in every field', () => {
  async function expectAsTheyWere(format: 'csv' | 'vcard3' | 'vcard4' | 'json' | 'archive'): Promise<void> {
    const { wanted, found } = await goRound(server, format, 60);
    expect(found.map(comparable)).toEqual(wanted.map(comparable));
  }

  it.each(['csv', 'vcard3', 'vcard4', 'json', 'archive'] as const)(
    'go out as %s and come back as they were',
    { tags: ['thorough'] },
    expectAsTheyWere,
  );
});

it.each(['csv', 'json'] as const)(
  'Answers to questions, and numbers as they were typed, go out as %s and come back',
  { tags: ['thorough'] },
  async (format) => {
    const { db } = server.running.app;
    const from = await signUp(server, 'Ada Exporter');
    const asked = { id: 'q1', label: 'Budget, =1+1', answer: '=10k+' };
    const person = {
      fullName: 'Jörg Müller',
      phone: '0171/5550102',
      phoneE164: '+491715550102',
      morePhones: [{ value: '089 5550103', label: 'work', e164: '+49895550103' }],
      customFields: [asked, { id: 'q2', label: 'Decision maker?', answer: 'Yes' }],
    };
    await db.insert(contacts).values({ ...person, id: newId(), userId: from.id, source: 'lead' });
    const { bytes } = await from.call('GET', `/api/contacts/export?format=${format}&columns=all`);
    const to = await signUp(server, 'Grace Importer');
    await imported(to.call, bytes, `contacts.${format}`, { duplicates: 'add' });
    const [found] = await db.select().from(contacts).where(eq(contacts.userId, to.id));
    expect(found).toMatchObject({ ...person, otherProperties: [] });
  },
);
