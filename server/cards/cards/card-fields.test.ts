import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { CARD_FIELD_NAMES, type CardFieldName, cardField } from '#shared/cards/card-fields.ts';
import { emptyOf } from '#shared/contract/field-kinds.ts';
import { escapeText } from '#shared/formats/vcard.ts';
import { confirmIdentity, signUp } from '#test/factories.ts';
import { createSample, FULL_CARD } from '#test/full-card.ts';
import type { Answer } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { unzip } from '#test/unzip.ts';

// A field added to the table is tested automatically.
const server = shareTestServer();
type Values = Record<string, unknown>;
let made: Answer;
let own: Values;
let row: Values;
let exported: Values;
let strangers: Values;
let contactFile: string;
let pass: string;
let emptied: Values;

const isRequired = (name: CardFieldName) => 'required' in cardField(name);

beforeAll(async () => {
  const { call } = await signUp(server);
  made = await call('POST', '/api/cards', FULL_CARD);
  const path = `/api/cards/${made.body.id}`;
  own = (await call('GET', path)).body;
  const cards = await server.running.app.db
    .select()
    .from(businessCards)
    .where(eq(businessCards.id, made.body.id));
  row = { ...cards[0] };
  await confirmIdentity(call);
  const files = await unzip((await call('GET', '/api/account/export')).bytes);
  exported = JSON.parse(files.get('goldleaf.json')?.toString() ?? '').cards[0];
  await call('PUT', path, { isActive: true });
  strangers = (await server.client()('GET', path)).body;
  contactFile = (await server.client()('GET', `${path}/vcard`)).text.replaceAll('\r\n ', '');
  pass = JSON.stringify((await call('GET', `/api/wallet/apple/${made.body.id}`)).body.pass);
  const nothing = CARD_FIELD_NAMES.filter((name) => !isRequired(name)).map((name) => {
    const empty = emptyOf(cardField(name));
    return [name, typeof empty === 'object' ? null : empty];
  });
  emptied = (await call('PUT', path, Object.fromEntries(nothing))).body;
});

describe.each(CARD_FIELD_NAMES)('The field %s of a card', (name) => {
  it('is accepted, stored, returned, exported and emptied again', () => {
    const sample = createSample(name);
    expect(made.status, made.text).toBe(200);
    for (const [where, values] of Object.entries({ made: made.body, own, row, exported }))
      expect(values[name], where).toEqual(sample);
    expect(emptied[name]).toEqual(isRequired(name) ? sample : emptyOf(cardField(name)));
  });

  it('is shown to strangers only if the table says so', () => {
    if (!cardField(name).isPublic) expect(strangers).not.toHaveProperty(name);
    else if (name !== 'isActive') expect(strangers[name]).toEqual(createSample(name));
  });
});

it('The name of a card in its owner’s list is told to nobody else', () => {
  expect(own.name).toEqual(createSample('name'));
  expect(strangers).not.toHaveProperty('name');
});

/** The trace to look for in a file: the text, the first item of a list, or an address on LinkedIn. */
function traceOf(name: CardFieldName): string {
  const sample = createSample(name);
  return cardField(name).kind === 'social' ? 'linkedin.com/in/ada' : String([sample].flat()[0]);
}

it.each(CARD_FIELD_NAMES.filter((name) => cardField(name).vcard))(
  'The contact file says the %s of a card, or what it stands in for',
  (name) => {
    const { vcard, kind } = cardField(name);
    const text = kind === 'link' || kind === 'list' ? traceOf(name) : escapeText(traceOf(name));
    if (vcard?.isStandIn) expect(contactFile).not.toContain(text);
    else expect(contactFile).toContain(text);
  },
);

it.each(CARD_FIELD_NAMES.filter((name) => cardField(name).pass))(
  'A wallet pass holds the %s of a card',
  (name) => expect(pass).toContain(JSON.stringify(traceOf(name)).slice(1, -1)),
);
