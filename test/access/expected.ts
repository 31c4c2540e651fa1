import {
  type Case,
  EVERYONE,
  LEFT_AT_CARD,
  NOBODY,
  OWN_CARD,
  OWNER,
  PUBLIC_CARD,
  SIGNED_IN,
} from '#test/access/case.ts';
import { DRAFTS } from '#test/access/drafts.ts';
import type { Estate } from '#test/access/estate.ts';
import { ADMIN } from '#test/access/expected-admin.ts';
import { CLAIMS } from '#test/access/expected-claims.ts';
import { CONTACT_BOOK } from '#test/access/expected-contact-book.ts';
import { CONTACT_LINKS } from '#test/access/expected-contact-links.ts';
import { CONTACTS, visitor } from '#test/access/expected-contacts.ts';
import { IDENTITY } from '#test/access/expected-identity.ts';
import { NOTICES } from '#test/access/expected-notices.ts';
import { TEAMS } from '#test/access/expected-teams.ts';
import { IMPORTS } from '#test/access/imports.ts';

/** The expected status of every call, by who makes it and by the state of the card. */

const png = () => {
  const form = new FormData();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  form.append('file', new File([Buffer.from(pixel, 'base64')], 'me.png', { type: 'image/png' }));
  return form;
};

const formOf = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const card = ({ cardMarks }: Estate) => cardMarks;
const named = (what: string) => (owner: Estate) =>
  owner.privateMarks.filter((mark) => mark.endsWith(` ${what}`));
let newcomers = 0;
const newcomer = () => {
  newcomers += 1;
  const username = `newcomer${newcomers}`;
  return { username, email: `${username}@example.com`, password: 'correct horse', fullName: 'New Comer' };
};
const signInOf = ({ username }: Estate) => ({ email: username, password: 'correct horse' });
const deletionOf = ({ username }: Estate) => ({ username, password: 'correct horse' });

const ACCOUNT: Case[] = [
  { route: 'POST /api/auth/register', body: newcomer, byNewPeople: true },
  {
    route: 'POST /api/auth/login',
    body: signInOf,
    isForVisitors: true,
    byNewPeople: true,
  },
  // The test's server sends no mail, and says so to everyone.
  { route: 'POST /api/auth/reset', expected: [409, 409, 409, 409], body: signInOf },
  {
    route: 'POST /api/auth/prove-address',
    expected: [409, 409, 409, 409],
    body: () => ({ email: visitor.email }),
  },

  { route: 'POST /api/account/confirmation', expected: [401, 409, 409, 409] },

  { route: 'POST /api/auth/logout', byNewPeople: true },
  { route: 'GET /api/auth/me', shows: ({ id }) => id },
  { route: 'PATCH /api/account', body: () => ({ isExchangeEnabled: false }) },
  { route: 'GET /api/account/sessions', shows: ({ sessionId }) => sessionId },

  { route: 'GET /api/account/history', shows: named('event') },
  {
    route: 'GET /api/account/export',
    expected: { public: SIGNED_IN, deleted: SIGNED_IN },
    shows: (owner) =>
      [
        card,
        ...['contact', 'lead', 'sender', 'invoice', 'team', 'event', 'draft', 'linked', 'passkey'].map(named),
      ].flatMap((of) => of(owner)),
  },
  { route: 'DELETE /api/account', expected: [401, 422, 200, 422], body: deletionOf },
];

const BILLING: Case[] = [
  { route: 'GET /api/billing', shows: named('invoice') },
  { route: 'POST /api/billing/refresh', shows: named('invoice') },
  { route: 'GET /api/billing/invoices', shows: named('invoice') },

  { route: 'PUT /api/recipients/retention', body: () => ({ months: 12 }) },

  // Nobody has a subscription of their own yet.
  { route: 'GET /api/billing/cancellation', expected: [401, 409, 409, 409] },

  { route: 'POST /api/billing/portal', expected: [401, 409, 409, 409], byNewPeople: true },
  { route: 'POST /api/billing/cancel', expected: [401, 409, 409, 409] },
  { route: 'POST /api/billing/resume', expected: [401, 409, 409, 409] },
];

const CARDS: Case[] = [
  {
    route: 'GET /api/cards',
    expected: { public: SIGNED_IN, paused: SIGNED_IN, hidden: SIGNED_IN },
    shows: card,
  },
  {
    route: 'POST /api/cards',
    expected: { public: SIGNED_IN, expired: [401, 200, 403, 200] },
    body: () => ({ name: 'Another', fullName: 'Ada Lovelace' }),
  },
  { route: 'GET /api/cards/{id}', expected: PUBLIC_CARD, showsCard: true, shows: card },
  { route: 'PUT /api/cards/{id}', expected: OWN_CARD, body: () => ({ tagline: 'Changed' }), shows: card },
  { route: 'DELETE /api/cards/{id}', expected: OWN_CARD },
  {
    route: 'PATCH /api/account/reach',
    expected: OWN_CARD,
    body: ({ cardId }) => ({ cards: [{ id: cardId, baseVersion: 1, company: 'Changed' }] }),
    shows: card,
  },
  {
    route: 'POST /api/cards/{id}/restore',
    expected: { public: OWNER, paused: OWNER, hidden: OWNER, deleted: OWNER },
    shows: card,
  },
  { route: 'GET /api/cards/{id}/versions', expected: OWN_CARD },
  { route: 'POST /api/cards/{id}/versions/{day}', expected: { public: [401, 403, 404, 403] } },
  { route: 'GET /api/cards/{id}/vcard', expected: PUBLIC_CARD, showsCard: true },
  { route: 'POST /api/cards/{id}/share/{platform}', expected: OWN_CARD },
  { route: 'GET /api/cards/{id}/qr.svg', expected: PUBLIC_CARD },
  { route: 'GET /api/cards/{id}/qr.png', expected: PUBLIC_CARD },
  { route: 'GET /api/oembed', expected: [400, 400, 400, 400] },
  { route: 'GET /api/cards/{id}/background.png', query: '?size=thumbnail', expected: OWN_CARD },
  { route: 'GET /api/cards/{id}/code.png', query: '?size=64', expected: OWN_CARD },
  { route: 'GET /api/cards/{id}/code.svg', expected: OWN_CARD },
  { route: 'GET /api/cards/{id}/code.pdf', expected: OWN_CARD },
  { route: 'GET /api/cards/{id}/code-colors', expected: OWN_CARD },
  { route: 'GET /api/aliases/cards/{cardId}', expected: OWN_CARD },
  { route: 'GET /api/aliases/cards/{cardId}/check', expected: OWN_CARD, query: '?name=nobodys-name' },
  { route: 'PUT /api/aliases/cards/{cardId}', expected: OWN_CARD, body: () => ({ name: null }) },
  { route: 'PUT /api/aliases/cards/{cardId}/username', expected: OWN_CARD, body: () => ({ isOn: false }) },
  { route: 'GET /api/nfc/{cardId}/tags', expected: OWN_CARD },
  { route: 'POST /api/nfc/{cardId}/tags', expected: OWN_CARD, body: () => ({ name: 'Desk' }) },
  {
    route: 'PATCH /api/nfc/{cardId}/tags/{number}',
    expected: OWN_CARD,
    body: () => ({ name: 'Badge' }),
  },
  { route: 'DELETE /api/nfc/{cardId}/tags/{number}', expected: OWN_CARD },
  { route: 'POST /api/nfc/{cardId}/tags/{number}/restore', expected: OWN_CARD },
  { route: 'GET /api/wallet/apple/{cardId}', expected: OWN_CARD },
  { route: 'GET /api/wallet/apple/{cardId}.pkpass', expected: PUBLIC_CARD },
  { route: 'GET /api/wallet/google/{cardId}', expected: OWN_CARD },
  { route: 'GET /api/wallet/qr/{cardId}', expected: OWN_CARD },
  { route: 'GET /api/print/{cardId}/card.pdf', expected: OWN_CARD },
  { route: 'GET /api/print/{cardId}/card', expected: OWN_CARD },
  { route: 'GET /api/print/{cardId}/badge.pdf', expected: OWN_CARD },
  { route: 'GET /api/print/{cardId}/badge', expected: OWN_CARD },
  { route: 'POST /api/cards/{id}/views', expected: PUBLIC_CARD, body: () => ({}), isForVisitors: true },
  { route: 'GET /api/cards/{id}/views.gif', expected: PUBLIC_CARD, isForVisitors: true },
  ...DRAFTS,
  ...IMPORTS,
  { route: 'POST /api/media', body: png },
  // There is no model on this server, which is said before the photo is read.
  { route: 'POST /api/contacts/scan', expected: [401, 409, 409, 409], body: png },
  // An address on this machine, from which nobody may import.
  {
    route: 'POST /api/media/import',
    expected: [401, 422, 422, 422],
    body: () => ({ url: 'http://127.0.0.1/' }),
  },
];

const FIGURES: Case[] = [
  { route: 'GET /api/analytics/dashboard', shows: card },
  { route: 'GET /api/analytics/export', shows: card },
];

const FORM_STATES = { ...LEFT_AT_CARD, closed: NOBODY };
const SIGNATURE_PICTURE = { public: EVERYONE, paused: EVERYONE, hidden: EVERYONE, deleted: EVERYONE };
const FORM_SENT = { ...FORM_STATES, public: [303, 303, 303, 303] as const };

/** The pages of the site that show or accept something of an owner's. */
const PAGES: Case[] = [
  { route: 'GET /card/{id}', expected: PUBLIC_CARD, showsCard: true },
  { route: 'GET /card/{id}/preview.png', expected: PUBLIC_CARD },
  { route: 'GET /card/{id}/icon.png', expected: PUBLIC_CARD },
  // A neutral figure where the card may not be seen.
  { route: 'GET /card/{id}/signature/photo.jpg', expected: SIGNATURE_PICTURE },
  { route: 'GET /card/{id}/signature/logo.png', expected: SIGNATURE_PICTURE },
  { route: 'GET /card/{id}/signature/code.png', expected: SIGNATURE_PICTURE },
  { route: 'GET /card/{id}/exchange', expected: FORM_STATES, showsCard: true },
  { route: 'GET /card/{id}/lead', expected: FORM_STATES, showsCard: true },
  {
    route: 'POST /card/{id}/exchange',
    expected: FORM_SENT,
    body: () => formOf(visitor),
    isForVisitors: true,
  },
  {
    route: 'POST /card/{id}/lead',
    expected: FORM_SENT,
    body: () => formOf({ name: visitor.fullName, email: visitor.email }),
    isForVisitors: true,
  },
  {
    route: 'GET /portfolio/{username}',
    // Without an active card the portfolio is empty.
    expected: { public: EVERYONE, paused: EVERYONE, deleted: EVERYONE, hidden: [404, 404, 200, 404] },
    showsCard: true,
  },
];

export const CASES: readonly Case[] = [
  ...ACCOUNT,
  ...IDENTITY,
  ...BILLING,
  ...CARDS,
  ...CONTACTS,
  ...CONTACT_BOOK,
  ...CONTACT_LINKS,
  ...NOTICES,
  ...CLAIMS,
  ...FIGURES,
  ...TEAMS,
  ...ADMIN,
  ...PAGES,
];
