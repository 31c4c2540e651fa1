import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import type { Endpoint } from '#shared/contract/api.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { contract, type Route } from '#shared/contract.ts';
import { type Case, chooseUsual, type Statuses } from '#test/access/case.ts';
import { type Estate, listBelongings, makeEstate, type State } from '#test/access/estate.ts';
import { CASES } from '#test/access/expected.ts';
import { LINKED_SIGN_INS } from '#test/access/linked-sign-ins.ts';
import { confirmIdentity, signUp } from '#test/factories.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';
import { unzip } from '#test/unzip.ts';

/** Makes every call of the contract, and opens every page of a card, as nobody, as another account, as owner and as administrator. */

const server = startTestServer();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let other: Client;
let administrator: Client;

async function signUpAdministrator(): Promise<Client> {
  const { call, id } = await signUp(server, 'Ada Administrator');
  await server.running.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, id));
  return call;
}

beforeAll(async () => {
  other = (await signUp(server, 'Someone Else')).call;
  administrator = await signUpAdministrator();
  for (const call of [other, administrator]) await confirmIdentity(call);
});

const looked = new Map<State, Promise<Estate>>();

/** The owner that others ask for something: the same one for all calls, except for those that visitors may change. */
function estateFor({ isForVisitors }: Case, state: State): Promise<Estate> {
  if (isForVisitors) return makeEstate(server, state);
  const known = looked.get(state) ?? makeEstate(server, state);
  looked.set(state, known);
  return known;
}

const listed = new Map<Estate, Promise<unknown>>();

/** An owner's list that no call changes: it stays through all calls. */
function listOnce(owner: Estate): Promise<unknown> {
  const known = listed.get(owner) ?? listBelongings(server, owner);
  listed.set(owner, known);
  return known;
}

async function expectUnchanged(owner: Estate): Promise<void> {
  expect(await listBelongings(server, owner)).toEqual(await listOnce(owner));
}

/** How every call is refused. */
function expectRefusal({ status, body }: Answer, route: string): void {
  if (!route.includes(' /api/')) return;
  expect(body).toMatchObject({ message: expect.stringMatching(/\S/), code: expect.any(String) });
  expect(Object.keys(body).filter((key) => !['message', 'code', 'fields'].includes(key))).toEqual([]);
  if (status === 401 && endpoints.get(route)?.who !== 'anyone') expect(body.code).toBe('signed_out');
}

/** Owners who change what they have are new ones. */
const isChange = ({ route, isForVisitors }: Case, status: number) =>
  !route.startsWith('GET') && status < 400 && !isForVisitors;

/** The id that belongs into a path. */
function idIn(path: string, owner: Estate): string {
  const places: [string, string][] = [
    ['/api/contacts/leads/', owner.leadId],
    ['/api/contacts/unreviewed/', owner.submissionId],
    ['/api/contacts/blocks/', owner.blockId],
    ['/api/import/', owner.importId],
    ['/api/archive/', owner.importId],
    ['/api/contacts/links/', owner.linkId],
    ['/api/contacts/', owner.contactId],
    ['/api/notices/push/', owner.pushDeviceId],
    ['/api/notices/reminders/', owner.reminderId],
    ['/api/account/sessions/', owner.sessionId],
    ['/api/auth/identities/', owner.linkedIdentityId],
    ['/api/account/passkeys/', owner.passkeyId],
    ['/api/teams/', owner.teamId],
    ['/api/admin/users/', owner.id],
    ['/api/admin/teams/', owner.teamId],
    ['/api/drafts/', owner.draftId],
    ['/api/cards/', owner.cardId],
    ['/card/', owner.cardId],
  ];
  return places.find(([start]) => path.startsWith(start))?.[1] ?? 'nothing';
}

async function ask(call: Client, { route, id, query = '', body }: Case, owner: Estate): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const { cardId, username } = owner;
  const own = {
    cardId,
    username,
    userId: 'nobody',
    inviteId: 'nothing',
    listId: 'nothing',
    token: 'nothing'.repeat(4),
  };
  const params = {
    ...own,
    id: id?.(owner) ?? idIn(path, owner),
    platform: 'linkedin',
    number: 1,
    day: '2026-01-01',
  };
  const headers = path.startsWith('/card/') && method === 'POST' ? FORM : {};
  return call(method, pathTo(path, params) + query, body?.(owner), headers);
}

/** Everything an answer reveals, including the files of an archive and the headers. */
async function readAll({ text, bytes, headers }: Answer): Promise<string> {
  const isZip = headers.get('content-type') === 'application/zip';
  const files = isZip ? [...(await unzip(bytes)).values()].map(String) : [text];
  return [...files, ...[...headers.values()]].join('\n');
}

const isShown = (state: State) => state === 'public' || state === 'closed' || state === 'expired';

const marksShownBy = ({ shows }: Case, owner: Estate): readonly string[] => [shows?.(owner) ?? []].flat();

/** Marks that must not appear in an answer to anyone but the owner, unless they sent them themselves. */
function marksHiddenIn(one: Case, owner: Estate, state: State): string[] {
  const { route, id, body, showsCard } = one;
  // Whoever has the password is the owner.
  if (route.includes('/api/admin/') || route === 'POST /api/auth/login') return [];
  const said = JSON.stringify([
    body?.(owner) ?? '',
    id?.(owner) ?? '',
    idIn(route.split(' ')[1] ?? '', owner),
  ]);
  const hidden =
    showsCard && isShown(state)
      ? owner.privateMarks
      : [...owner.privateMarks, ...owner.cardMarks, ...marksShownBy(one, owner)];
  // Requests about a card may mention its id.
  const isAboutCard = /\/(card|cards|wallet)\//.test(route) || said.includes(owner.cardId);
  return hidden.filter((mark) => !said.includes(mark) && !(isAboutCard && mark === owner.cardId));
}

const endpoints = new Map<string, Endpoint>(
  Object.values(contract).flatMap((feature) =>
    Object.values<Endpoint>(feature).map((one) => [`${one.method} ${one.path}`, one]),
  ),
);

function statesOf({ route, expected }: Case): [State, Statuses][] {
  if (expected && !Array.isArray(expected)) return Object.entries(expected) as [State, Statuses][];
  const endpoint = endpoints.get(route);
  if (!expected && !endpoint) throw new Error(`${route} is no call of the contract.`);
  return [['public', (expected ?? (endpoint && chooseUsual(endpoint))) as Statuses]];
}

const SAID = [...CASES, ...LINKED_SIGN_INS];
const said = new Set<string>(SAID.map(({ route }) => route));
const UNSAID = [...endpoints.keys()].filter((route) => !said.has(route)) as Route[];
const ALL: Case[] = [...SAID, ...UNSAID.map((route) => ({ route }))];
const rows = ALL.flatMap((one) =>
  statesOf(one).map(([state, statuses]): [string, State, Statuses, Case] => [
    [one.route, one.about].filter(Boolean).join(', '),
    state,
    statuses,
    one,
  ]),
);

/** The owner may do it, and sees what is theirs. */
async function expectOwned(one: Case, owner: Estate, status: number): Promise<void> {
  const answer = await ask(owner.call, one, owner);
  expect(answer.status, answer.text).toBe(status);
  const told = await readAll(answer);
  const shown = answer.status < 400 ? marksShownBy(one, owner) : [];
  expect(shown.filter((mark) => !told.includes(mark))).toEqual([]);
}

describe('Who may do what', () => {
  it.each(rows)('%s, %s: nobody, another account, the owner and an administrator get %j', async (...row) => {
    const [, state, [nobodys, others, owners, administrators], one] = row;
    const asked = await estateFor(one, state);
    const isKept = !one.isForVisitors;
    if (isKept) await listOnce(asked);
    const hidden = marksHiddenIn(one, asked, state);
    const people: [Client, number][] = [
      [server.client(), nobodys],
      [one.byNewPeople ? (await signUp(server)).call : other, others],
      [one.byNewPeople ? await signUpAdministrator() : administrator, administrators],
    ];
    for (const [call, status] of people) {
      const answer = await ask(call, one, asked);
      expect(answer.status, answer.text).toBe(status);
      if (status >= 400) expectRefusal(answer, one.route);
      const told = await readAll(answer);
      expect(hidden.filter((mark) => told.includes(mark))).toEqual([]);
    }
    if (isKept && !one.route.startsWith('GET')) await expectUnchanged(asked);
    if (!isChange(one, owners)) await expectOwned(one, asked, owners);
  });

  // Each is an owner of its own, and what they may change is said where it is tested.
  it.each(rows.filter(([, , [, , owners], one]) => isChange(one, owners)))(
    '%s, %s: its owner may change it',
    {
      tags: ['thorough'],
    },
    async (_name, state, [, , owners], one) => expectOwned(one, await makeEstate(server, state), owners),
  );

  it('All that was asked to be seen is as it was', async () => {
    expect(listed.size).toBeGreaterThan(0);
    for (const owner of listed.keys()) await expectUnchanged(owner);
  });
});
