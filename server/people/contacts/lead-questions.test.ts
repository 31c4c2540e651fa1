import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { formVersion } from '#shared/contract/lead-questions.ts';
import { publishCard, textOf } from '#test/public-card.ts';
import type { Client } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

const CONSENT = 'I agree to be called about my inquiry.';
const QUESTIONS = [
  { id: 'budget', label: 'Your budget?', kind: 'choice', options: ['Small', 'Large'], isRequired: true },
  { id: 'when', label: 'When do you start?' },
  { id: 'first', label: 'Is this your first project?', kind: 'yesNo' },
];
const ASKING = {
  leadCaptureEnabled: true,
  leadCaptureFields: ['name', 'email'],
  leadQuestions: QUESTIONS,
  leadConsentText: CONSENT,
};
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' };
const ANSWERED = { ...GRACE, customFields: { budget: 'Large', first: true }, consent: true };
const KEPT = [
  { id: 'budget', label: 'Your budget?', answer: 'Large' },
  { id: 'first', label: 'Is this your first project?', answer: 'Yes' },
];

const askingCard = async (more: object = {}) => {
  const made = await publishCard(server, { ...ASKING, ...more });
  const send = (body: object) => server.client()('POST', `/api/cards/${made.id}/leads`, body);
  return { ...made, path: `/api/cards/${made.id}`, send };
};
/** A card that refuses everything here, for the cases that change nothing. */
let strict: Awaited<ReturnType<typeof askingCard>>;
beforeAll(async () => {
  strict = await askingCard();
});

const leadsOf = async (owner: Client) => (await owner('GET', '/api/contacts/leads')).body;

it('keeps the questions of a card in order, with ids of their own where none were sent', async () => {
  const { owner, path } = await askingCard({
    leadQuestions: [{ label: 'Why?' }, { label: 'How?', id: 'how' }],
  });
  const [first, second] = (await owner('GET', path)).body.leadQuestions;
  expect(first).toEqual({
    id: expect.stringMatching(/^\w+$/),
    label: 'Why?',
    kind: 'text',
    options: [],
    isRequired: false,
  });
  expect(second.id).toBe('how');
  const again = await owner('PUT', path, {
    leadQuestions: [{ label: 'How?', id: 'how' }, { label: 'Why?' }],
  });
  expect(again.body.leadQuestions.map(({ id }: { id: string }) => id)).toEqual(['how', first.id]);
});

it.each([
  ['six', Array.from({ length: 6 }, (_, nth) => ({ label: `Question ${nth}` }))],
  ['two alike', [{ label: 'Why?' }, { label: 'why?' }]],
  [
    'two with one id',
    [
      { id: 'a', label: 'Why?' },
      { id: 'a', label: 'How?' },
    ],
  ],
  ['one without words', [{ label: ' ' }]],
  ['a choice of one', [{ label: 'Which?', kind: 'choice', options: ['One', ' '] }]],
  [
    'a choice of eleven',
    [{ label: 'Which?', kind: 'choice', options: Array.from({ length: 11 }, (_, nth) => `${nth}`) }],
  ],
  ['a choice between equals', [{ label: 'Which?', kind: 'choice', options: ['One', 'one'] }]],
  ['one of another kind', [{ label: 'Which?', kind: 'date' }]],
  ['one that is endless', [{ label: 'x'.repeat(121) }]],
  ['one with an id that is none', [{ id: '../../a', label: 'Why?' }]],
])('refuses questions: %s', async (_what, leadQuestions) => {
  const { owner, path } = strict;
  expect((await owner('PUT', path, { leadQuestions })).status).toBe(422);
  expect((await owner('GET', path)).body.leadQuestions).toHaveLength(3);
});

it.each([
  ['no answer to a required question', { customFields: {} }, 'customFields.budget'],
  ['an option there is not', { customFields: { budget: 'large' } }, 'customFields.budget'],
  ['a question there is not', { customFields: { budget: 'Large', shoe: '44' } }],
  ['a question that objects have', { customFields: { budget: 'Large', constructor: '1' } }],
  ['neither yes nor no', { customFields: { budget: 'Large', first: 'maybe' } }, 'customFields.first'],
  ['too much', { customFields: { budget: 'Large', when: 'x'.repeat(1_001) } }, 'customFields.when'],
  ['true for a text', { customFields: { budget: 'Large', when: true } }, 'customFields.when'],
  ['a list', { customFields: { budget: ['Large'] } }, 'customFields.budget'],
  ['no consent', { consent: false }, 'consent'],
])('refuses a lead with %s, and keeps nothing', async (_what, wrong, field?: string) => {
  const { owner, send } = strict;
  const refused = await send({ ...ANSWERED, ...wrong });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.fields ?? {})).toEqual(field ? [field] : []);
  expect(await leadsOf(owner)).toEqual([]);
});

it('takes answers by the labels of their questions, too', async () => {
  const { owner, send } = await askingCard();
  const customFields = { 'Your budget?': 'Large', 'Is this your first project?': true };
  expect((await send({ ...ANSWERED, customFields })).status).toBe(200);
  expect(await leadsOf(owner)).toMatchObject([{ customFields: KEPT }]);
});

it('keeps answers with the questions as they were asked, also when the card asks others later', async () => {
  const { owner, path, send } = await askingCard();
  const form = formVersion((await owner('GET', path)).body);
  const sent = await send({ ...ANSWERED, form, key: 'the-same-lead' });
  expect(await send({ ...ANSWERED, form, key: 'the-same-lead' })).toMatchObject({ body: sent.body });
  await owner('PUT', path, {
    leadQuestions: [{ id: 'budget', label: 'How much?' }],
    leadConsentText: 'Other',
  });
  const [lead, ...more] = await leadsOf(owner);
  expect(more).toEqual([]);
  expect(lead.customFields).toEqual(KEPT);
  expect(lead.consents).toMatchObject([{ purpose: 'lead', text: CONSENT }]);
  const outdated = await send({ ...ANSWERED, customFields: { budget: 'Large' }, form });
  expect(outdated).toMatchObject({ status: 422, body: { message: expect.stringContaining('form changed') } });
});

it('takes the answers of a plain form, and shows what is wrong beside the question', async () => {
  const { owner, id } = await askingCard();
  const post = (fields: Record<string, string>) =>
    server.client()('POST', `/card/${id}/lead`, String(new URLSearchParams({ ...GRACE, ...fields })), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const wrong = await post({ 'customFields.when': 'In May', 'customFields.budget': '' });
  expect(wrong.status).toBe(422);
  const shown = textOf(wrong.text);
  expect(shown).toContain('Please answer: Your budget?');
  expect(shown).toContain('Please check the box to continue');
  expect(wrong.text).toContain('>In May</textarea>');
  const right = await post({ 'customFields.budget': 'Large', 'customFields.first': 'yes', consent: 'on' });
  expect(right.status).toBe(303);
  expect(await leadsOf(owner)).toMatchObject([{ customFields: KEPT, consents: [{ text: CONSENT }] }]);
});

it('keeps the answers while a lead waits, as it becomes a contact, and in the files', async () => {
  const { owner, send } = await askingCard();
  const { body } = await send({ ...ANSWERED, subject: 'Offer' });
  const [waiting] = (await owner('GET', '/api/contacts/unreviewed')).body;
  expect(waiting.customFields).toEqual(KEPT);
  await owner('POST', '/api/contacts/unreviewed/keep', { ids: [body.id] });
  const lead = `/api/contacts/leads/${body.id}`;
  expect((await owner('PATCH', lead, { status: 'contacted' })).body).toEqual({
    id: body.id,
    status: 'contacted',
  });
  expect((await owner('PATCH', lead, { status: 'sold' })).status).toBe(422);
  const contact = (await owner('POST', `/api/contacts/leads/${body.id}/convert`)).body;
  expect(contact).toMatchObject({
    leadStatus: 'contacted',
    customFields: KEPT,
    consents: [{ text: CONSENT }],
  });
  expect((await owner('PATCH', lead, { status: 'won' })).status).toBe(200);
  const among = async (filter: string) =>
    (await owner('GET', `/api/contacts/people?filter=${filter}`)).body.map(
      (person: { id: string }) => person.id,
    );
  expect([await among('won'), await among('contacted')]).toEqual([[body.id], []]);
  const { text } = await owner('GET', '/api/contacts/export?columns=all');
  const [row] = parse(text, { columns: true, bom: true });
  expect(row).toMatchObject({
    'Lead Status': 'won',
    Answers: 'Your budget?: Large\nIs this your first project?: Yes',
    'Answer: Your budget?': 'Large',
    'Answer: Is this your first project?': 'Yes',
  });
  const plain = (await owner('POST', '/api/contacts', { fullName: 'No Lead' })).body;
  expect((await owner('PATCH', `/api/contacts/leads/${plain.id}`, { status: 'won' })).status).toBe(404);
});
