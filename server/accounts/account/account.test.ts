import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { modelUse } from '#server/db/schema/messages.ts';
import { receipts } from '#server/db/schema/people-visitors.ts';
import { confirmIdentity } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { unzip } from '#test/unzip.ts';

const server = startTestServer();
const PASSWORD = 'correct horse';

async function register(username: string): Promise<Client> {
  const call = server.client();
  const person = { username, email: `${username}@example.com`, password: PASSWORD, fullName: 'Ada Lovelace' };
  expect((await call('POST', '/api/auth/register', person)).status).toBe(200);
  return call;
}

async function uploadPhoto(call: Client): Promise<{ url: string }> {
  const background = { r: 212, g: 175, b: 55 };
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(png)], 'me.png', { type: 'image/png' }));
  return (await call('POST', '/api/media?kind=image', form)).body;
}

describe('The export of an account', () => {
  it('holds everything: account, cards, contacts, views and media, in one zip', async () => {
    const call = await register('ada');
    const photo = await uploadPhoto(call);
    const card = (
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada Lovelace', profileImage: photo.url })
    ).body;
    const guest = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId: card.id };
    expect((await server.client()('POST', '/api/contacts/exchange', guest)).status).toBe(200);
    await server.client()(
      'POST',
      `/api/cards/${card.id}/views`,
      {},
      { 'user-agent': 'Mozilla/5.0 Firefox/133.0' },
    );
    expect((await call('GET', '/api/analytics/dashboard')).body.totalViews).toBe(1);

    const { body: me } = await call('GET', '/api/auth/me');
    const { db } = server.running.app;
    const userId = me.user.id;
    await db.insert(modelUse).values({ userId, day: '2026-05-01', calls: 2, tokens: 900 });
    await db
      .insert(receipts)
      .values({ id: 'sent', personId: 'grace', userId, given: { email: 'grace@x.y' } });

    await confirmIdentity(call);
    const { status, bytes, headers } = await call('GET', '/api/account/export');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(/Goldleaf_Account_\d{4}-\d\d-\d\d\.zip/);
    const files = await unzip(bytes);
    expect([...files.keys()]).toEqual(['goldleaf.json', photo.url.slice(1), 'manifest.json']);
    expect((await sharp(files.get(photo.url.slice(1))).metadata()).format).toBe('jpeg');
    const text = files.get('goldleaf.json')?.toString() ?? '';
    const data = JSON.parse(text);
    expect(data.account.user).toMatchObject({ username: 'ada', email: 'ada@example.com' });
    expect(data.cards).toMatchObject([{ id: card.id, profileImage: photo.url }]);
    expect(data.contacts).toMatchObject([{ fullName: 'Grace Hopper' }]);
    expect(data.receipts).toMatchObject([{ id: 'sent', personId: 'grace', correctedAt: null }]);
    expect(data.receipts[0]).not.toHaveProperty('given');
    expect(data.modelUse).toEqual([{ day: '2026-05-01', calls: 2, failures: 0, tokens: 900 }]);
    expect(data.views).toMatchObject([{ cardId: card.id }]);
    expect(data.sessions).toHaveLength(1);
    expect(text).not.toMatch(/argon2|tokenHash/);
  });

  it('is for its owner only, and contains nothing of others', async () => {
    expect((await server.client()('GET', '/api/account/export')).status).toBe(401);
    const call = await register('newcomer');
    await confirmIdentity(call);
    const files = await unzip((await call('GET', '/api/account/export')).bytes);
    expect([...files.keys()]).toEqual(['goldleaf.json', 'manifest.json']);
    const data = JSON.parse(files.get('goldleaf.json')?.toString() ?? '');
    expect(data).toMatchObject({ cards: [], contacts: [], leads: [], views: [], teams: [], invoices: [] });
  });

  it('covers every table that refers to a user', async () => {
    const { rows } = await server.running.app.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('user_id', 'owner_id', 'card_owner_id') order by 1`);
    // Not exported: one-time links in mails, ends owed at the payment provider, customers there that only an operator ends, messages to and from the payment provider before a subscription, contacts waiting for review,
    // counts of what is exported, which people of a team its members deleted, keys made of what is exported, what undoing needs, the people a mail said
    // will be deleted, that something is gone, the list of the user's files, since the files themselves are included, and hashes
    // of recovery codes, of remembered browsers' tokens and of names that were ever taken.
    const left = [
      'account_imports.user_id',
      'arrivals.user_id',
      'billing_endings.user_id',
      'billing_events.user_id',
      'billing_notices.user_id',
      'card_versions.user_id',
      'checkouts.user_id',
      'claimed_names.user_id',
      'contact_days.user_id',
      'contact_imports.user_id',
      'contact_keys.user_id',
      'contact_matches.user_id',
      'contact_media.user_id',
      'contact_operations.user_id',
      'contact_use.user_id',
      'contact_use_changes.user_id',
      'distinct_contacts.user_id',
      'ended_drafts.user_id',
      'erasures.user_id',
      'mailed_links.user_id',
      'media_owners.user_id',
      'media_reservations.user_id',
      'noted_customers.user_id',
      'recovery_codes.user_id',
      'released_people.user_id',
      'remembered_devices.user_id',
      'retention_notices.user_id',
      'team_lists.user_id',
      'team_people_days.user_id',
      'tombstones.user_id',
      'unreviewed_submissions.user_id',
      'user_counts.user_id',
    ];
    expect(rows.map(({ name }) => name).filter((name) => !left.includes(name))).toEqual([
      'account_events.user_id',
      'aliases.user_id',
      'business_cards.user_id',
      'card_drafts.user_id',
      'contact_filters.user_id',
      'contact_history.user_id',
      'contact_links.user_id',
      'contact_notes.user_id',
      'contact_tags.user_id',
      'contacts.user_id',
      'invoice_details.user_id',
      'invoices.user_id',
      'lead_captures.card_owner_id',
      'linked_identities.user_id',
      'met_events.user_id',
      'model_use.user_id',
      'notice_settings.user_id',
      'passkeys.user_id',
      'push_subscriptions.user_id',
      'receipts.user_id',
      'reminders.user_id',
      'sender_blocks.user_id',
      'sessions.user_id',
      'subscriptions.user_id',
      'team_members.user_id',
      'teams.owner_id',
      'text_messages.user_id',
      'two_step.user_id',
    ]);
  });
});

describe('Analytics tracking', () => {
  it('counts no view while it is off, from the very next one', async () => {
    const call = await register('quiet');
    const card = (await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' })).body;
    const view = async (browser: string) =>
      (await server.client()('POST', `/api/cards/${card.id}/views`, {}, { 'user-agent': browser })).body;
    await call('PATCH', '/api/account', { isAnalyticsEnabled: false });
    expect(await view('Mozilla/5.0 Firefox/131.0')).toEqual({ isCounted: false });
    await call('PATCH', '/api/account', { isAnalyticsEnabled: true });
    expect(await view('Mozilla/5.0 Firefox/132.0')).toEqual({ isCounted: true });
    expect((await call('GET', '/api/analytics/dashboard')).body.totalViews).toBe(1);
  });
});

describe('Deleting an account', () => {
  it('also deletes cards, contacts and sessions, and frees the name', async () => {
    const call = await register('grace');
    const elsewhere = server.client();
    await elsewhere('POST', '/api/auth/login', { email: 'grace', password: PASSWORD });
    const card = (await call('POST', '/api/cards', { name: 'Work', fullName: 'Grace' })).body;
    expect((await server.client()('GET', `/card/${card.id}`)).status).toBe(200);

    const answer = await call('DELETE', '/api/account', { username: 'Grace', password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { isDeleted: true } });
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await elsewhere('GET', '/api/auth/me')).status).toBe(401);
    expect((await server.client()('GET', `/card/${card.id}`)).status).toBe(404);
    const again = { email: 'grace', password: PASSWORD };
    expect((await server.client()('POST', '/api/auth/login', again)).status).toBe(401);
    await register('grace');
  });

  it.each([
    [{ username: 'someone', password: PASSWORD }, 422, 'username'],
    [{ username: 'barbara', password: 'wrong horse' }, 403, 'password'],
    [{ username: 'barbara' }, 403, 'password'],
    [{}, 422, 'username'],
  ])('is refused for %j, with the field named, and changes nothing', async (body, status, field) => {
    const call = server.client();
    const barbara = { username: 'barbara', email: 'b@example.com', password: PASSWORD, fullName: 'Barbara' };
    const { status: registered } = await call('POST', '/api/auth/register', barbara);
    if (registered === 409) await call('POST', '/api/auth/login', { email: 'barbara', password: PASSWORD });
    const answer = await call('DELETE', '/api/account', body);
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body.fields)).toContain(field);
    expect((await call('GET', '/api/auth/me')).status).toBe(200);
  });

  it('is refused signed out, and to another website', async () => {
    const call = await register('linus');
    const body = { username: 'linus', password: PASSWORD };
    expect((await server.client()('DELETE', '/api/account', body)).status).toBe(401);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await call('DELETE', '/api/account', body, foreign)).status).toBe(403);
    expect((await call('GET', '/api/auth/me')).status).toBe(200);
  });
});
