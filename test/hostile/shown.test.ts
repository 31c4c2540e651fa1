import { beforeAll, describe, expect, it } from 'vitest';
import { CARD_FIELDS, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { namesOf } from '#shared/contract/field-kinds.ts';
import { signUp, signUpWithCard } from '#test/factories.ts';
import { MINIMAL_CARD } from '#test/full-card.ts';
import { FIRST_TEXTS, OTHER_TEXTS } from '#test/hostile/attack.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

describe('A card full of hostile text', () => {
  const FIELDS = namesOf(CARD_FIELDS, 'line', 'text').filter((name) => !(name in MINIMAL_CARD));
  const maxOf = (name: CardFieldName) => {
    const field = cardField(name);
    return 'max' in field ? field.max : undefined;
  };
  const LISTS = namesOf(CARD_FIELDS, 'list').filter((name) => CARD_FIELDS[name].of === 'tags');

  const SHOWN = '%j is shown, saved and exported without failing';

  async function expectShown(text: string): Promise<void> {
    const { call } = await signUp(server);
    const filled = Object.fromEntries([
      ...FIELDS.map((field) => [field, text.slice(0, maxOf(field))]),
      ...LISTS.map((list) => [list, [text]]),
    ]);
    const named = `A ${text}`;
    const created = await call('POST', '/api/cards', {
      ...filled,
      name: named,
      fullName: named,
      social: { discord: text },
    });
    expect([200, 422]).toContain(created.status);
    const plain = { ...filled, name: named, fullName: named };
    const { status, body: card } = created.status === 200 ? created : await call('POST', '/api/cards', plain);
    expect(status).toBe(200);
    const details = { fullName: named, email: 'a@example.com', notes: text, company: text, cardId: card.id };
    const contact = await server.client()('POST', '/api/contacts/exchange', details);
    expect(contact.status).toBe(200);
    const paths = [
      `/card/${card.id}`,
      `/card/${card.id}/exchange`,
      `/api/cards/${card.id}`,
      `/api/cards/${card.id}/vcard`,
      `/api/wallet/apple/${card.id}`,
      `/api/wallet/google/${card.id}`,
      `/api/wallet/qr/${card.id}`,
      '/api/contacts',
      '/api/contacts/export?format=csv',
      `/api/contacts/${contact.body.id}/followup-suggestions`,
      '/api/analytics/dashboard',
      '/api/analytics/export',
    ];
    for (const path of paths) {
      const answer = await call('GET', path);
      expect(answer.status, path).toBe(200);
      if (path.startsWith('/card/')) expect(answer.text, path).not.toContain('<script>alert');
      expect(answer.headers.get('set-cookie') ?? '', path).not.toContain('a=b');
      expect(answer.text.isWellFormed()).toBe(true);
    }
    const shared = await call('POST', `/api/cards/${card.id}/share/whatsapp`);
    expect(new URL(shared.body.url).host).toBe('wa.me');
  }

  /** Markup, and a line of headers. */
  const WORST = FIRST_TEXTS.slice(-2);
  const REST = [...FIRST_TEXTS.slice(0, -2), ...OTHER_TEXTS];
  it.each(WORST)(SHOWN, expectShown);
  it.each(REST)(SHOWN, { tags: ['thorough'] }, expectShown);
});

describe('Hostile headers', () => {
  let cardId: string;
  beforeAll(async () => {
    ({ cardId } = await signUpWithCard(server));
  });

  it.each<Record<string, string>>([
    { cookie: 'goldleaf_session=%00' },
    { cookie: 'goldleaf_session=%E0%A4%A; =; ;;;' },
    { cookie: `goldleaf_session=${'x'.repeat(4_000)}` },
    { 'user-agent': '\u00ff'.repeat(1_000) },
    { 'accept-language': '*;q=NaN' },
    { 'if-none-match': '"'.repeat(500) },
    { range: 'bytes=-' },
    { referer: 'javascript:alert(1)' },
    { 'x-forwarded-for': "' or 1=1" },
    { origin: 'null' },
  ])('%j get a response', async (headers) => {
    for (const path of ['/', `/card/${cardId}`, '/api/cards', `/api/cards/${cardId}/vcard`]) {
      expect((await server.client()('GET', path, undefined, headers)).status).toBeLessThan(500);
    }
    const view = await server.client()('POST', `/api/cards/${cardId}/views`, {}, headers);
    expect(view.status).toBeLessThan(500);
  });
});
