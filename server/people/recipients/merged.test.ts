import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startReceiving } from '#test/receiving.ts';

const { app, get, giveAndOpen, made } = startReceiving();

it('The private pages of people who were merged into one show what each said themselves', async () => {
  const one = await giveAndOpen({ fullName: 'Mia One' });
  const two = await giveAndOpen({ fullName: 'Mia Two' });
  for (const { id } of [one, two])
    await app().db.execute(sql`
      update contacts set custom_fields = ${JSON.stringify([
        { id: 'q', label: 'Who?', answer: `I am ${id}` },
        { id: 'r', label: 'Coming?', answer: 'We both are' },
      ])}::jsonb
      where id = ${id}`);
  await made.owner('POST', '/api/contacts/merge', { keep: one.id, others: [two.id] });
  for (const [{ id, path }, other] of [[one, two] as const, [two, one] as const]) {
    const { body } = await get(`${path}/details.json`);
    expect(body.consents).toHaveLength(1);
    const { text } = await get(path);
    expect(text).toContain(`I am ${id}`);
    expect(text).toContain('We both are');
    expect(text).not.toContain(`I am ${other.id}`);
  }
  expect((await made.owner('GET', `/api/contacts/${one.id}`)).body.customFields).toHaveLength(3);
});
