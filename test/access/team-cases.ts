import type { Route } from '#shared/contract.ts';
import type { TeamFixture } from '#test/access/team-fixture.ts';

/** Every call that can name a team, and what each role in it gets. */

/** The statuses for its owner, a team admin, the member who holds everything, and a member who holds nothing. */
type Statuses = readonly [owner: number, admin: number, holder: number, member: number];
/** Of what somebody holds. */
const HELD: Statuses = [200, 200, 200, 404];
/** Everyone sees what they hold. */
const LIST: Statuses = [200, 200, 200, 200];
const ADMINS: Statuses = [200, 200, 403, 403];
const OWNER: Statuses = [200, 403, 403, 403];
/** A public card says that there is something. */
const CARD: Statuses = [200, 200, 200, 403];

export interface TeamCase {
  route: Route;
  expected: Statuses;
  id?: keyof TeamFixture;
  query?: string;
  body?: (fixture: TeamFixture) => unknown;
}

const png = () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.append('file', new File([Buffer.from(pixel, 'base64')], 'me.png', { type: 'image/png' }));
  return form;
};
const csv = () => {
  const form = new FormData();
  form.append('file', new File(['Name,Email\nAda,ada@example.com\n'], 'people.csv', { type: 'text/csv' }));
  return form;
};

/** In this order: what is deleted is deleted last. */
export const TEAM_CASES: TeamCase[] = [
  { route: 'GET /api/cards', expected: LIST },
  { route: 'GET /api/cards/{id}', expected: LIST },
  { route: 'PUT /api/cards/{id}', expected: CARD, body: () => ({ tagline: 'Hello' }) },
  { route: 'PUT /api/cards/{id}', expected: ADMINS, body: () => ({ isActive: false }) },
  { route: 'PUT /api/cards/{id}', expected: CARD, body: () => ({ isActive: true }) },
  { route: 'POST /api/cards/{id}/share/{platform}', expected: CARD },
  { route: 'GET /api/cards/{id}/code.png', expected: CARD },
  { route: 'GET /api/cards/{id}/code.svg', expected: CARD },
  { route: 'GET /api/cards/{id}/code.pdf', expected: CARD },
  { route: 'GET /api/cards/{id}/code-colors', expected: CARD, query: '&from=%23000000&to=%23000000' },
  { route: 'GET /api/cards/{id}/background.png', expected: CARD, query: '&size=thumbnail' },
  {
    route: 'PUT /api/drafts/{id}',
    expected: HELD,
    body: ({ cardId }) => ({ cardId, baseVersion: 1, fields: {}, before: {}, revision: 1 }),
  },
  { route: 'POST /api/media', expected: CARD, body: png },
  {
    route: 'POST /api/media/import',
    expected: [422, 422, 422, 403],
    body: () => ({ url: 'https://example.invalid/a.png' }),
  },
  { route: 'GET /api/nfc/{cardId}/tags', expected: CARD },
  { route: 'POST /api/nfc/{cardId}/tags', expected: CARD, body: () => ({ name: 'Badge' }) },
  { route: 'PATCH /api/nfc/{cardId}/tags/{number}', expected: CARD, body: () => ({ name: 'Door' }) },
  { route: 'DELETE /api/nfc/{cardId}/tags/{number}', expected: CARD },
  { route: 'POST /api/nfc/{cardId}/tags/{number}/restore', expected: CARD },
  { route: 'GET /api/wallet/apple/{cardId}', expected: CARD },
  { route: 'GET /api/wallet/google/{cardId}', expected: CARD },
  { route: 'GET /api/wallet/qr/{cardId}', expected: CARD },
  { route: 'GET /api/print/{cardId}/card.pdf', expected: CARD },
  { route: 'GET /api/print/{cardId}/card', expected: CARD },
  { route: 'GET /api/print/{cardId}/badge.pdf', expected: CARD },
  { route: 'GET /api/print/{cardId}/badge', expected: CARD },
  // Nobody here has proved who they are.
  { route: 'GET /api/account/export', expected: [403, 403, 403, 403] },
  { route: 'GET /api/analytics/dashboard', expected: LIST },
  { route: 'GET /api/analytics/export', expected: ADMINS },
  { route: 'GET /api/contacts', expected: LIST },
  { route: 'GET /api/contacts', expected: LIST, query: '&q=contact' },
  { route: 'POST /api/contacts', expected: LIST, body: () => ({ fullName: 'Ada Lovelace' }) },
  { route: 'GET /api/contacts/people', expected: LIST },
  { route: 'GET /api/contacts/people', expected: LIST, query: '&q=lead' },
  { route: 'GET /api/contacts/summary', expected: LIST },
  { route: 'GET /api/contacts/export', expected: ADMINS },
  { route: 'GET /api/contacts/leads', expected: LIST },
  { route: 'GET /api/contacts/tags', expected: LIST },
  { route: 'GET /api/contacts/{id}', expected: HELD },
  { route: 'GET /api/contacts/{id}/vcard', expected: HELD },
  { route: 'GET /api/contacts/{id}/history', expected: HELD },
  { route: 'GET /api/contacts/{id}/timeline', expected: HELD },
  { route: 'GET /api/contacts/{id}/followup-suggestions', expected: HELD },
  { route: 'POST /api/contacts/{id}/followup-suggestions', expected: HELD, body: () => ({}) },
  { route: 'POST /api/contacts/{id}/followed-up', expected: HELD, body: () => ({}) },
  { route: 'POST /api/contacts/{id}/favorite', expected: HELD },
  {
    route: 'PATCH /api/contacts/{id}',
    expected: HELD,
    body: () => ({ jobTitle: 'Engineer', tags: ['Fair'] }),
  },
  { route: 'POST /api/contacts/{id}/notes', expected: HELD, body: () => ({ text: 'Call back' }) },
  { route: 'PATCH /api/contacts/notes/{id}', expected: HELD, id: 'noteId', body: () => ({ text: 'Called' }) },
  { route: 'DELETE /api/contacts/notes/{id}', expected: HELD, id: 'noteId' },
  { route: 'GET /api/contacts/filters', expected: ADMINS },
  { route: 'POST /api/contacts/filters', expected: ADMINS, body: () => ({ name: 'Fair', query: {} }) },
  { route: 'DELETE /api/contacts/filters/{id}', expected: ADMINS, id: 'filterId' },
  { route: 'GET /api/contacts/duplicates', expected: ADMINS },
  { route: 'GET /api/contacts/duplicates/count', expected: ADMINS },
  {
    route: 'POST /api/contacts/duplicates/apart',
    expected: HELD,
    body: ({ contactId, otherId }) => ({ ids: [contactId, otherId] }),
  },
  {
    route: 'POST /api/contacts/merge',
    expected: [200, 200, 403, 404],
    body: ({ contactId, otherId }) => ({ keep: contactId, others: [otherId] }),
  },
  {
    route: 'POST /api/contacts/bulk',
    expected: ADMINS,
    body: ({ contactId }) => ({ action: 'favorite', ids: [contactId] }),
  },
  { route: 'GET /api/contacts/operations', expected: ADMINS },
  { route: 'GET /api/contacts/operations/{id}', expected: ADMINS, id: 'operationId' },
  { route: 'POST /api/contacts/operations/{id}/undo', expected: ADMINS, id: 'operationId' },
  { route: 'DELETE /api/contacts/tags/{name}', expected: ADMINS },
  { route: 'GET /api/import', expected: ADMINS },
  { route: 'POST /api/import', expected: ADMINS, body: csv },
  { route: 'GET /api/import/{id}', expected: [404, 404, 403, 403], id: 'operationId' },
  {
    route: 'PUT /api/import/{id}/columns',
    expected: [404, 404, 403, 403],
    id: 'operationId',
    body: () => ({ columns: [] }),
  },
  {
    route: 'POST /api/import/{id}/start',
    expected: [404, 404, 403, 403],
    id: 'operationId',
    body: () => ({}),
  },
  { route: 'POST /api/import/{id}/cancel', expected: [404, 404, 403, 403], id: 'operationId' },
  { route: 'POST /api/import/{id}/undo', expected: [404, 404, 403, 403], id: 'operationId' },
  { route: 'GET /api/import/{id}/problems', expected: [404, 404, 403, 403], id: 'operationId' },
  { route: 'GET /api/contacts/unreviewed', expected: ADMINS },
  { route: 'GET /api/contacts/unreviewed/count', expected: ADMINS },
  { route: 'POST /api/contacts/unreviewed/{id}/block-address', expected: ADMINS, id: 'submissionId' },
  {
    route: 'POST /api/contacts/unreviewed/keep',
    expected: ADMINS,
    body: ({ submissionId }) => ({ ids: [submissionId] }),
  },
  {
    route: 'POST /api/contacts/unreviewed/delete',
    expected: ADMINS,
    body: ({ submissionId }) => ({ ids: [submissionId] }),
  },
  {
    route: 'POST /api/contacts/unreviewed/report',
    expected: ADMINS,
    body: ({ submissionId }) => ({ ids: [submissionId] }),
  },
  {
    route: 'POST /api/contacts/unreviewed/undo',
    expected: [404, 404, 403, 403],
    body: () => ({ review: 'nothing' }),
  },
  { route: 'GET /api/contacts/blocks', expected: ADMINS },
  { route: 'POST /api/contacts/blocks', expected: ADMINS, body: () => ({ email: 'spam@example.com' }) },
  { route: 'DELETE /api/contacts/blocks/{id}', expected: ADMINS, id: 'blockId' },
  { route: 'GET /api/contacts/released', expected: ADMINS },
  { route: 'POST /api/contacts/released/restore', expected: ADMINS, body: () => ({ holderId: 'nobody' }) },
  { route: 'GET /api/recipients/retention', expected: OWNER },
  { route: 'PUT /api/recipients/retention', expected: OWNER, body: () => ({ months: 6 }) },
  {
    route: 'PATCH /api/contacts/leads/{id}',
    expected: HELD,
    id: 'leadId',
    body: () => ({ status: 'contacted' }),
  },
  { route: 'POST /api/contacts/leads/{id}/convert', expected: HELD, id: 'leadId' },
  { route: 'DELETE /api/contacts/leads/{id}', expected: HELD, id: 'otherLeadId' },
  { route: 'DELETE /api/contacts/{id}', expected: HELD },
  { route: 'DELETE /api/cards/{id}', expected: ADMINS },
  { route: 'POST /api/cards/{id}/restore', expected: ADMINS },
  { route: 'GET /api/cards/{id}/versions', expected: ADMINS },
  { route: 'POST /api/cards/{id}/versions/{day}', expected: [404, 404, 403, 403] },
];
