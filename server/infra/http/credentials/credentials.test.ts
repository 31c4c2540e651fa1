import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccessScope } from '#server/access/rules.ts';
import { users } from '#server/db/schema/users.ts';
import type { Credential } from '#server/infra/http/credentials/credentials.ts';
import { type OwnId, signUpWithCard } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const server = startTestServer();
const app = () => server.running.app;

let owner: { call: Client; cardId: string; contactId: string };
let ownerId: OwnId;
let before: readonly Credential[];

/** A credential in a header, as no browser sends by itself. */
const keyFor = (scope: AccessScope): Credential => ({
  usesCookies: false,
  read: ({ headers }) => headers.authorization?.replace(/^Bearer /, ''),
  async identify(db, value) {
    readFrom.push(db === app().signedInDb ? 'primary' : 'for pages');
    const [user] = await db.select().from(users).where(eq(users.id, ownerId));
    return user && value === 'right'
      ? {
          user: { ...user, id: ownerId },
          account: user,
          actor: { kind: 'key', id: 'a-key' },
          role: 'owner',
          scope,
          isRenewed: false,
        }
      : null;
  },
});
const readFrom: string[] = [];
const useKey = (scope: AccessScope) => {
  app().credentials = [keyFor(scope), ...before];
};
const KEY = { authorization: 'Bearer right' };
/** The actions on rows that exist which are asked on the way to a new one. */
const EVERYTHING_BUT_ADDING: AccessScope = {
  account: ['see', 'edit'],
  card: ['see', 'list', 'edit'],
  draft: ['see', 'edit', 'delete'],
  contact: ['see', 'edit'],
  contactNote: ['see', 'edit'],
  contactFilter: ['see', 'edit'],
  block: ['see', 'edit'],
  reminder: ['see', 'edit'],
};
const FOREIGN = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };

beforeAll(async () => {
  owner = await signUpWithCard(server);
  ownerId = (await owner.call('GET', '/api/auth/me')).body.user.id;
  before = app().credentials;
});
afterEach(() => {
  app().credentials = before;
  readFrom.length = 0;
});

describe('A credential that is not a cookie', () => {
  it('signs a call, which reads from the primary', async () => {
    useKey('everything');
    const cards = await server.client()('GET', '/api/cards', undefined, KEY);
    expect(cards.body.map(({ id }: { id: string }) => id)).toEqual([owner.cardId]);
    expect(readFrom).toEqual(['primary']);
  });

  it('may come from anywhere, where a cookie may not', async () => {
    useKey('everything');
    const contact = { fullName: 'Grace Hopper' };
    expect((await owner.call('POST', '/api/contacts', contact, FOREIGN)).status).toBe(403);
    const added = await server.client()('POST', '/api/contacts', contact, { ...KEY, ...FOREIGN });
    expect(added.body.fullName).toBe('Grace Hopper');
  });

  it('that is wrong is refused, also beside a good cookie', async () => {
    useKey('everything');
    const wrong = { authorization: 'Bearer wrong' };
    expect((await owner.call('GET', '/api/cards', undefined, wrong)).status).toBe(401);
    expect((await owner.call('GET', '/api/cards')).status).toBe(200);
  });
});

describe('A scope', () => {
  it('opens the actions it names and no other', async () => {
    useKey({ card: ['see', 'list'] });
    const call = server.client();
    const path = `/api/cards/${owner.cardId}`;
    expect((await call('GET', '/api/cards', undefined, KEY)).body).toHaveLength(1);
    expect((await call('GET', path, undefined, KEY)).status).toBe(200);
    expect((await call('PUT', path, { name: 'Other' }, KEY)).status).toBe(403);
    expect((await call('DELETE', path, undefined, KEY)).status).toBe(403);
    const refused = await call('GET', '/api/contacts', undefined, KEY);
    expect([refused.status, refused.body.message]).toEqual([403, 'These credentials don’t allow that.']);
  });

  it('that does not say so adds nothing', async () => {
    const { cardId, contactId } = owner;
    useKey(EVERYTHING_BUT_ADDING);
    const call = server.client();
    for (const [method, path, body] of [
      ['POST', '/api/cards', { name: 'Other', fullName: 'Ada' }],
      [
        'PUT',
        '/api/drafts/a-draft-of-mine',
        { cardId, baseVersion: null, before: {}, fields: {}, revision: 1 },
      ],
      ['POST', '/api/contacts', { fullName: 'Grace Hopper' }],
      ['POST', `/api/contacts/${contactId}/notes`, { text: 'Talks too much' }],
      ['POST', '/api/contacts/filters', { name: 'New', query: {} }],
      ['POST', '/api/contacts/blocks', { email: 'eve@example.com' }],
      [
        'POST',
        '/api/notices/reminders',
        { contactId, at: new Date(app().now().getTime() + 86_400_000).toISOString() },
      ],
    ] as const) {
      const refused = await call(method, path, body, KEY);
      expect([path, refused.status, refused.body.message]).toEqual([
        path,
        403,
        'These credentials don’t allow that.',
      ]);
    }
    useKey({ ...EVERYTHING_BUT_ADDING, contact: ['add'] });
    expect((await call('POST', '/api/contacts', { fullName: 'Grace Hopper' }, KEY)).status).toBe(200);
  });

  it('opens the administration only if it is everything', async () => {
    await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, ownerId));
    const call = server.client();
    useKey({ card: ['see'] });
    expect((await call('GET', '/api/admin/users', undefined, KEY)).status).toBe(403);
    useKey('everything');
    expect((await call('GET', '/api/admin/users', undefined, KEY)).status).toBe(200);
  });
});
