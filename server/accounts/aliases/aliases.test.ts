import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { claimedNames } from '#server/db/schema/accounts.ts';
import { NAMES_MAX, NEW_NAMES_DAYS, NEW_NAMES_MAX } from '#shared/accounts/aliases.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import {
  createName,
  expectRedirect,
  openWith,
  readCanonical,
  signUpWith as signUpWithCards,
} from '#test/aliases.ts';
import { PASSWORD } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { unzip } from '#test/unzip.ts';

let now = new Date('2026-11-22T10:00:00Z');
const server = startTestServer({}, () => now);
beforeEach(() => {
  now = new Date('2026-11-22T10:00:00Z');
});

const signUpWith = (names?: string[]) => signUpWithCards(server, names);
const open = openWith(server);
const goesTo = (path: string, target: string) => expectRedirect(server, path, target);

describe('The name of a card', () => {
  it('is off until it is chosen, and then opens the card', async () => {
    const { call, cardId, setName } = await signUpWith();
    const name = createName();
    const before = await call('GET', `/api/aliases/cards/${cardId}`);
    expect(before.body).toMatchObject({
      card: { name: null, path: null, isMain: false, former: [] },
      username: { isOn: false },
      newNames: { left: NEW_NAMES_MAX, leftInAll: NAMES_MAX },
    });
    expect((await open(`/c/${name}`)).status).toBe(404);
    const { status, body } = await setName(name);
    expect(status).toBe(200);
    expect(body.card).toMatchObject({ name, path: `/c/${name}` });
    // The 404 from before is not kept.
    const page = await open(`/c/${name}?via=mail`);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Ada King');
    expect(readCanonical(page.text)).toMatch(new RegExp(`/card/${cardId}$`));
  });

  it('is served from memory like the card, and follows its changes', async () => {
    const { call, cardId, setName } = await signUpWith();
    const name = createName();
    await setName(name);
    const first = await open(`/c/${name}`);
    expect(first.headers.get('cache-control')).toBe(
      (await open(`/card/${cardId}`)).headers.get('cache-control'),
    );
    // The news of the name itself may come only now, and the page goes with it.
    const findKept = async () => {
      await open(`/c/${name}`);
      return server.running.app.pages.find(`/c/${name}`);
    };
    await expect.poll(findKept).not.toBe(null);
    await call('PUT', `/api/cards/${cardId}`, { tagline: 'Poetical science' });
    expect((await open(`/c/${name}`)).text).toContain('Poetical science');
  });

  it('redirects from former names for good, with what follows the "?", and back again', {
    tags: ['thorough'],
  }, async () => {
    const { call, cardId, setName } = await signUpWith();
    const [one, two] = [createName(), createName()];
    await setName(one);
    await setName(two);
    await goesTo(`/c/${one}?via=nfc&tag=2`, `/c/${two}?via=nfc&tag=2`);
    expect((await call('GET', `/api/aliases/cards/${cardId}`)).body.card.former).toMatchObject([
      { name: one },
    ]);
    await setName(one);
    expect((await open(`/c/${one}`)).status).toBe(200);
    await goesTo(`/c/${two}`, `/c/${one}`);
    // Given up, they all lead to the card.
    await setName(null);
    await goesTo(`/c/${one}`, `/card/${cardId}`);
    await goesTo(`/c/${two}`, `/card/${cardId}`);
  });

  it('is found in any letter case and spelling, which redirect to one', async () => {
    const { setName } = await signUpWith();
    await setName('山田ＣＯ');
    const path = `/c/${encodeURIComponent('山田co')}`;
    expect((await open(path)).status).toBe(200);
    await goesTo(path.toLowerCase().replace('co', 'CO'), path);
    await goesTo(`/c/${encodeURIComponent('山田Ｃｏ')}?via=mail`, `${path}?via=mail`);
    await goesTo(`${path}/`, path);
    const { setName: setOther } = await signUpWith();
    const long = '山'.repeat(40);
    expect((await setOther(long)).status).toBe(200);
    expect((await open(`/c/${encodeURIComponent(long)}`)).status).toBe(200);
  });

  it('can become the main link, in the canonical address, JSON-LD and shared links, but in no code', async () => {
    const { call, cardId, setName } = await signUpWith();
    const name = createName();
    await setName(name, { isMain: true });
    const { text } = await open(`/card/${cardId}`);
    expect(readCanonical(text)).toMatch(new RegExp(`/c/${name}$`));
    expect(text).toMatch(new RegExp(`"url":"[^"]+/c/${name}"`));
    expect((await call('GET', `/api/cards/${cardId}`)).body.mainPath).toBe(`/c/${name}`);
    const shared = await call('POST', `/api/cards/${cardId}/share/linkedin`);
    expect(new URL(shared.body.url).searchParams.get('url')).toContain(`/c/${name}?via=linkedin`);
    const { body } = await call('GET', `/api/wallet/qr/${cardId}`);
    expect(body.qrCodeData).toMatch(new RegExp(`/card/${cardId}$`));
    // A new name stays the main link; without a name, it is the card's own again.
    const next = createName();
    expect((await setName(next)).body.card.isMain).toBe(true);
    expect((await setName(null)).body.card.isMain).toBe(false);
    expect(readCanonical((await open(`/card/${cardId}`)).text)).toMatch(new RegExp(`/card/${cardId}$`));
  });

  it('shows nothing of a paused, hidden or deleted card, except to its owner', async () => {
    const { call, cardId, setName } = await signUpWith();
    const [former, name] = [createName(), createName()];
    await setName(former);
    await setName(name);
    const see = async () => [(await open(`/c/${name}`)).status, (await open(`/c/${former}`)).status];
    expect(await see()).toEqual([200, 302]);
    await call('PUT', `/api/cards/${cardId}`, { isActive: false });
    expect(await see()).toEqual([404, 404]);
    expect((await open(`/c/${name}`, call)).headers.get('location')).toBe(`/card/${cardId}`);
    await call('PUT', `/api/cards/${cardId}`, { isActive: true });
    await call('PATCH', '/api/account', { isProfileVisible: false });
    expect(await see()).toEqual([404, 404]);
    await call('PATCH', '/api/account', { isProfileVisible: true });
    await call('DELETE', `/api/cards/${cardId}`);
    expect(await see()).toEqual([404, 404]);
    await call('POST', `/api/cards/${cardId}/restore`);
    expect(await see()).toEqual([200, 302]);
  });

  it('moves to another card of the same person only once the first has given it up', {
    tags: ['thorough'],
  }, async () => {
    const { call, second, cardId, setName } = await signUpWith(['Work', 'Home']);
    const name = createName();
    await setName(name);
    const refused = await setName(name, {}, second);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('“Work”')]);
    await call('DELETE', `/api/cards/${cardId}`);
    expect((await setName(name, {}, second)).status).toBe(200);
    await call('POST', `/api/cards/${cardId}/restore`);
    expect((await call('GET', `/api/aliases/cards/${cardId}`)).body.card.name).toBe(null);
  });

  it.each(['admin', 'ab', 'аda', 'two words', 'a'.repeat(41), '../card', 'login.php'])(
    'is refused as %s with a reason, and changes nothing',
    async (name) => {
      const { call, cardId, setName } = await signUpWith();
      const { status, body } = await setName(name);
      expect(status).toBe(422);
      expect(body.fields.name).toMatch(/\w{4}/);
      const check = await call('GET', `/api/aliases/cards/${cardId}/check?name=${encodeURIComponent(name)}`);
      expect(check.body).toMatchObject({ isFree: false, problem: body.fields.name });
      expect((await call('GET', `/api/aliases/cards/${cardId}`)).body.newNames.left).toBe(NEW_NAMES_MAX);
    },
  );

  it.each([{}, { name: 7 }, { name: '' }, { name: 'fine-name', isMain: 'yes' }, [], 'x'.repeat(500)])(
    'refuses a malformed choice: %j',
    async (body) => {
      const { call, cardId } = await signUpWith();
      const { status } = await call('PUT', `/api/aliases/cards/${cardId}`, body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );
});

describe('A name belongs to one account', () => {
  it('of two who want names that look alike at the same moment, one gets it and one a free one', {
    tags: ['thorough'],
  }, async () => {
    const people = await Promise.all([signUpWith(), signUpWith(), signUpWith()]);
    const replies = await Promise.all([
      people[0].setName('rnoon-light'),
      people[1].setName('moon-light'),
      people[2].setName('m0on-light'),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const lost = replies.findIndex(({ status }) => status === 409);
    const suggestion = /“([^”]+)” is free/.exec(replies[lost]?.body.message)?.[1] ?? '';
    expect((await people[lost]?.setName(suggestion))?.status).toBe(200);
  });

  it('also after it was given up, and after the account was deleted', { tags: ['thorough'] }, async () => {
    const { call, username, setName, setUsername } = await signUpWith();
    const name = createName('lost');
    await setName(name);
    await setName(null);
    await setUsername(true);
    const other = await signUpWith();
    expect((await other.setName(name)).status).toBe(409);
    expect((await call('DELETE', '/api/account', { username, password: PASSWORD })).status).toBe(200);
    expect((await other.setName(name)).status).toBe(409);
    expect((await other.setName(name.replace('lost', '1ost'))).status).toBe(409);
    expect((await open(`/c/${name}`)).status).toBe(404);
    expect((await open(`/${username}`)).status).toBe(404);
    const again = { username, email: 'again@example.com', password: PASSWORD, fullName: 'Some One' };
    expect((await server.client()('POST', '/api/auth/register', again)).status).toBe(409);
    expect((await other.rename(username)).status).toBe(409);
    const { rows } = await server.running.app.db.execute('select * from claimed_names where user_id is null');
    expect(JSON.stringify(rows)).not.toContain(name);
  });

  it('and nobody takes the username of another for a card', async () => {
    const [ada, other] = [await signUpWith(), await signUpWith()];
    expect((await other.setName(ada.username)).status).toBe(409);
    expect((await ada.setName(ada.username)).status).toBe(200);
    // A final sigma is folded in names, but stands in usernames as it was typed.
    await ada.rename('γιώργος');
    for (const name of ['γιώργος', 'ΓΙΏΡΓΟΣ', 'γιώργοσ'])
      expect((await other.setName(name)).status).toBe(409);
    expect((await ada.setName('γιώργος')).status).toBe(200);
  });

  it('as long as it leads to them, even if nothing else says that it was claimed', async () => {
    const [ada, other] = [await signUpWith(), await signUpWith()];
    const name = createName('kept');
    await ada.setName(name);
    await server.running.app.db.delete(claimedNames).where(eq(claimedNames.userId, ada.id));
    expect((await other.setName(name)).status).toBe(409);
    expect((await open(`/c/${name}`)).text).toContain(`data-card="${ada.cardId}"`);
    await ada.setName(null);
    expect((await ada.setName(name)).status).toBe(200);
  });

  it(`has at most ${NEW_NAMES_MAX} new names in ${NEW_NAMES_DAYS} days, and goes back to any of them`, {
    tags: ['thorough'],
  }, async () => {
    const { call, cardId, username, setName } = await signUpWith();
    const names = Array.from({ length: NEW_NAMES_MAX }, () => createName('many'));
    const statuses = await Promise.all([...names, createName(), createName()].map((name) => setName(name)));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(NEW_NAMES_MAX);
    const refused = statuses.find(({ status }) => status === 409);
    expect(refused?.body.message).toContain(`${NEW_NAMES_MAX} new names`);
    const { body } = await call('GET', `/api/aliases/cards/${cardId}`);
    expect(body.newNames).toEqual({
      left: 0,
      leftInAll: NAMES_MAX - NEW_NAMES_MAX,
      moreAt: new Date(now.getTime() + NEW_NAMES_DAYS * DAY_MS).toISOString(),
    });
    expect((await setName(body.card.former[0].name)).status).toBe(200);
    now = new Date(now.getTime() + (NEW_NAMES_DAYS + 1) * DAY_MS);
    await call('POST', '/api/auth/login', { email: username, password: PASSWORD });
    expect((await setName(createName())).status).toBe(200);
  });
});

it('exports the names of an account', async () => {
  const { call, setName } = await signUpWith();
  const name = createName('export');
  await setName(name);
  const { bytes } = await call('GET', '/api/account/export');
  const file = (await unzip(bytes)).get('goldleaf.json');
  expect(JSON.parse(String(file)).names).toMatchObject([{ kind: 'card', name }]);
});
