import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startReceiving } from '#test/receiving.ts';

const { app, get, giveAndOpen, kept, made, post } = startReceiving();

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

it('What they correct and withdraw while they are merged is theirs when the merge is undone', async () => {
  const own = await giveAndOpen({ fullName: 'Kim Own', phone: '+1 202 555 0100' });
  const inner = await giveAndOpen({ fullName: 'Kim Inner', phone: '+1 202 555 0111' });
  const outer = await giveAndOpen({ fullName: 'Kim Outer', phone: '+1 202 555 0122' });
  for (const [{ id }, familyName] of [[inner, 'Inner'] as const, [outer, 'Outer'] as const])
    await made.owner('PATCH', `/api/contacts/${id}`, { givenName: 'Kim', familyName });
  const merge = async (keep: string, other: string) =>
    (await made.owner('POST', '/api/contacts/merge', { keep, others: [other] })).body.operation.id;
  const first = await merge(outer.id, inner.id);
  const second = await merge(own.id, outer.id);
  const { path, email } = inner;
  const corrected = { fullName: 'Kim Corrected', email, phone: '+1 202 555 0133' };
  expect((await post(path, { action: 'correct', ...corrected })).status).toBe(303);
  expect(await kept(own.id)).toMatchObject({ fullName: 'Kim Corrected', phone: corrected.phone });
  await post(own.path, { action: 'correct', fullName: 'Kim Oneself', email: own.email, phone: '' });
  for (const { path } of [inner, own]) {
    const [, consent = ''] = /name="consent" value="([^"]+)"/.exec((await get(path)).text) ?? [];
    expect((await post(path, { action: 'withdraw-consent', consent })).status).toBe(303);
  }
  const read = async (id: string) => (await made.owner('GET', `/api/contacts/${id}`)).body;
  for (const operation of [second, first]) {
    expect((await made.owner('POST', `/api/contacts/operations/${operation}/undo`)).status).toBe(200);
  }
  const stands = [expect.not.objectContaining({ withdrawnAt: expect.anything() })];
  const withdrawn = [{ purpose: 'receipt', withdrawnAt: expect.any(String) }];
  expect(await read(own.id)).toMatchObject({ fullName: 'Kim Oneself', phone: null, consents: withdrawn });
  expect(await read(outer.id)).toMatchObject({
    ...{
      fullName: 'Kim Outer',
      familyName: 'Outer',
      email: outer.email,
      phone: '+1 202 555 0122',
      phoneE164: '+12025550122',
    },
    consents: stands,
  });
  expect(await read(inner.id)).toMatchObject({
    ...{ ...corrected, phoneE164: '+12025550133', givenName: 'Kim', familyName: null, consents: withdrawn },
  });
  expect((await get(`${path}/details.json`)).body.details).toMatchObject(corrected);
});

it('A correction by who was merged hides what the contact that stayed was given since, until the merge is undone', async () => {
  const [own, other] = [
    await giveAndOpen({ fullName: 'Noa Own', phone: '+1 202 555 0100' }),
    await giveAndOpen({ fullName: 'Noa Other', phone: '+1 202 555 0111' }),
  ];
  const merge = { keep: own.id, others: [other.id], fields: { phone: other.id } };
  const { body } = await made.owner('POST', '/api/contacts/merge', merge);
  await made.owner('PATCH', `/api/contacts/${own.id}`, { phone: '+1 202 555 0122' });
  const corrected = { fullName: 'Noa Other', email: other.email, phone: '+1 202 555 0133' };
  expect((await post(other.path, { action: 'correct', ...corrected })).status).toBe(303);
  expect(await kept(own.id)).toMatchObject({ phone: '+1 202 555 0133' });
  await made.owner('POST', `/api/contacts/operations/${body.operation.id}/undo`);
  expect(await kept(own.id)).toMatchObject({
    ...{ fullName: 'Noa Own', phone: '+1 202 555 0122', phoneE164: '+12025550122' },
    morePhones: [{ value: '+1 202 555 0100' }],
  });
  expect(await kept(other.id)).toMatchObject(corrected);
});

it('A correction by who was merged first is theirs, also after a second merge, and what both brought goes', async () => {
  const [own, first, second] = [
    await giveAndOpen({ fullName: 'Ida Own', company: 'Own', phone: '+1 202 555 0100' }),
    await giveAndOpen({ fullName: 'Ida First', company: 'First', phone: '+1 202 555 0111' }),
    await giveAndOpen({ fullName: 'Ida Second', company: 'Second', phone: '+1 202 555 0122' }),
  ];
  const merge = async ({ id }: { id: string }) =>
    made.owner('POST', '/api/contacts/merge', {
      keep: own.id,
      others: [id],
      fields: { company: id, phone: id },
    });
  const operations = [await merge(first), await merge(second)].map(({ body }) => body.operation.id);
  const corrected = { fullName: 'Ida First', company: 'First', email: first.email, phone: '+1 202 555 0133' };
  expect((await post(first.path, { action: 'correct', ...corrected })).status).toBe(303);
  for (const id of operations.reverse()) await made.owner('POST', `/api/contacts/operations/${id}/undo`);
  expect(await kept(own.id)).toMatchObject({ company: 'Own', phone: '+1 202 555 0100', morePhones: [] });
  expect(await kept(first.id)).toMatchObject(corrected);
  expect(await kept(second.id)).toMatchObject({ company: 'Second', phone: '+1 202 555 0122' });
});

const merge = async (keep: string, other: string, fields = {}): Promise<string> =>
  (await made.owner('POST', '/api/contacts/merge', { keep, others: [other], fields })).body.operation.id;

/** The last first. */
async function undo(...operations: string[]) {
  for (const id of operations.reverse())
    expect((await made.owner('POST', `/api/contacts/operations/${id}/undo`)).status).toBe(200);
}

it('What the owner changed between two merges is theirs again, and nothing of the second merge stays', async () => {
  const [own, first, second] = [
    await giveAndOpen({ fullName: 'Eva Own' }),
    await giveAndOpen({ fullName: 'Eva First' }),
    await giveAndOpen({ fullName: 'Eva Second', phone: '+1 202 555 0177' }),
  ];
  const operation = await merge(own.id, first.id);
  const since = { fullName: 'Eva Since', phone: '+1 202 555 0199' };
  await made.owner('PATCH', `/api/contacts/${own.id}`, since);
  const fields = { fullName: second.id, email: second.id, phone: second.id };
  const last = await merge(own.id, second.id, fields);
  for (const phone of ['+1 202 555 0133', '+1 202 555 0188']) {
    const corrected = { fullName: 'Eva New', email: 'new@first.example', phone };
    await post(first.path, { action: 'correct', ...corrected });
  }
  await undo(operation, last);
  expect(await kept(own.id)).toMatchObject({ ...since, email: own.email, moreEmails: [], morePhones: [] });
  expect(await kept(first.id)).toMatchObject({ fullName: 'Eva New', phone: '+1 202 555 0188' });
});

it('A correction between two merges goes with its person, whatever the second merge gave', async () => {
  const [own, first, second] = [
    await giveAndOpen({ fullName: 'Ria Own' }),
    await giveAndOpen({ fullName: 'Ria First' }),
    await giveAndOpen({ fullName: 'Ria Second', phone: '+1 202 555 0177' }),
  ];
  const parts = { givenName: 'Ria', familyName: 'Second', phoneLabel: 'work' };
  await made.owner('PATCH', `/api/contacts/${second.id}`, parts);
  const operation = await merge(own.id, first.id);
  const last = await merge(own.id, second.id, { fullName: second.id });
  const corrected = { fullName: 'Ria New', email: first.email, phone: '+1 202 555 0133' };
  await post(first.path, { action: 'correct', ...corrected });
  await undo(operation, last);
  expect(await kept(own.id)).toMatchObject({ fullName: 'Ria Own', phone: null, morePhones: [] });
  expect(await kept(first.id)).toMatchObject(corrected);
  expect(await kept(second.id)).toMatchObject({ phone: '+1 202 555 0177', phoneLabel: 'work' });
});

it('What the owner changed on who was merged later with whom they had merged is theirs again', async () => {
  const [inner, own, outer] = [
    await giveAndOpen({ fullName: 'Jo Inner', phone: '+1 202 555 0111' }),
    await giveAndOpen({ fullName: 'Jo Own', phone: '+1 202 555 0100' }),
    await giveAndOpen({ fullName: 'Jo Outer', phone: '+1 202 555 0122' }),
  ];
  const followedUpAt = '2026-01-02T03:04:05.000Z';
  await app().db.execute(sql`update contacts set followed_up_at = ${followedUpAt} where id = ${inner.id}`);
  const operation = await merge(own.id, inner.id);
  const since = { fullName: 'Jo Since', phone: '+1 202 555 0199' };
  await made.owner('PATCH', `/api/contacts/${own.id}`, since);
  const last = await merge(outer.id, own.id);
  const corrected = { fullName: 'Jo New', email: inner.email, phone: '+1 202 555 0188' };
  await post(inner.path, { action: 'correct', ...corrected });
  await undo(operation, last);
  expect(await kept(own.id)).toMatchObject({ ...since, followedUpAt: null });
  expect(await kept(inner.id)).toMatchObject({ ...corrected, followedUpAt });
  expect(await kept(outer.id)).toMatchObject({ fullName: 'Jo Outer', phone: '+1 202 555 0122' });
});

it.each([
  ['Own says', 'Other says'],
  ['', ''],
])('A message that who was merged corrects goes with them: own “%s”, theirs “%s”', async (said, notes) => {
  const own = await giveAndOpen({ fullName: 'Ana Own', notes: said });
  const other = await giveAndOpen({ fullName: 'Ana Other', notes });
  const operation = await merge(own.id, other.id);
  const corrected = { fullName: 'Ana Other', email: other.email, notes: 'Corrected' };
  for (const notes of ['Once', 'Corrected'])
    await post(other.path, { action: 'correct', ...corrected, notes });
  await undo(operation);
  expect(await kept(own.id)).toMatchObject({ notes: said || null });
  expect(await kept(other.id)).toMatchObject({ notes: 'Corrected' });
});
