import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addWholeTeam } from '#test/teams.ts';

const server = shareTestServer();
const db = () => server.running.app.db;

const FIRST = 'This contact was merged, updated from a card or deleted since. Undo that first.';

/** An owner, or a team of theirs, who merges contacts. */
async function startOwner(isTeam = false) {
  const owner = isTeam ? await addWholeTeam(server) : null;
  const { call } = owner ? owner.admin : await signUp(server, 'Ada Owner');
  const at = (path: string) => `/api/contacts${path}${owner ? `?account=${owner.teamId}` : ''}`;
  const change = async (id: string, fields: object) => {
    const { status, text } = await call('PATCH', at(`/${id}`), fields);
    expect(status, text).toBe(200);
  };
  const add = async (fullName: string, fields: object = {}): Promise<string> => {
    const { id } = (await call('POST', at(''), { fullName })).body;
    await change(id, fields);
    return id;
  };
  const read = async (id: string) => (await call('GET', at(`/${id}`))).body;
  const merge = async (keep: string, others: string[], fields: object = {}): Promise<string> =>
    (await call('POST', at('/merge'), { keep, others, fields })).body.operation.id;
  const undo = (operation: string) => call('POST', at(`/operations/${operation}/undo`));
  const history = async (id: string) => (await call('GET', at(`/${id}/history`))).body;
  return { add, at, call, change, history, merge, read, undo };
}

/** A contact as its owner reads it, but for when it last changed. */
const asIs = ({ updatedAt, changeNumber, ...rest }: Record<string, unknown>) => rest;

describe('Undoing a merge', () => {
  it.each([false, true])(
    'keeps what was changed since, and takes back the rest (a team: %s)',
    async (isTeam) => {
      const { add, at, call, change, history, merge, read, undo } = await startOwner(isTeam);
      const keep = await add('Lea Own', {
        ...{ email: 'lea@own.example', phone: '+1 212 555 0100', tags: ['own'] },
        social: { github: 'https://github.com/lea' },
      });
      const gone = await add('Lea Gone', {
        ...{ email: 'lea@gone.example', phone: '+1 212 555 0111', tags: ['theirs'] },
        ...{ company: 'Gone Inc.', jobTitle: 'Admiral', social: { linkedin: 'https://linkedin.com/in/lea' } },
      });
      const theirs = await read(gone);
      const operation = await merge(keep, [gone]);
      const { morePhones } = await read(keep);
      const since = { fullName: 'Lea B. Own', phone: '+1 212 555 0199', jobTitle: 'Pilot' };
      await change(keep, { ...since, tags: ['own', 'theirs', 'since'] });
      await call('POST', at(`/${keep}/favorite`), { isFavorite: true });
      await change(keep, { morePhones: [...morePhones, { value: '+1 212 555 0122', label: 'home' }] });
      await call('POST', at(`/${keep}/notes`), { text: 'Since' });
      expect((await undo(operation)).body).toMatchObject({ state: 'undone' });
      expect(await read(keep)).toMatchObject({
        ...{ ...since, phoneE164: '+12125550199', tags: ['own', 'since'], isFavorite: true },
        ...{ email: 'lea@own.example', company: null, moreEmails: [] },
        ...{ morePhones: [{ value: '+1 212 555 0122', label: 'home' }], datedNotes: [{ text: 'Since' }] },
        social: { github: 'https://github.com/lea' },
      });
      expect(asIs(await read(gone))).toEqual(asIs(theirs));
      expect(JSON.stringify(await history(keep))).not.toMatch('Gone Inc.');

      // Once is enough.
      await change(keep, { company: 'Since Ltd' });
      expect((await undo(operation)).body).toMatchObject({ state: 'undone' });
      expect((await read(keep)).company).toBe('Since Ltd');
      const other = await startOwner();
      expect((await other.undo(operation)).status).toBe(404);
    },
  );

  it('loses no address of its own, whichever became the first, nor a name with its parts', async () => {
    const { add, change, merge, read, undo } = await startOwner();
    const own = { givenName: 'Own', familyName: 'Name' };
    const keep = await add('Own Name', {
      ...own,
      email: 'own@example.com',
      emailLabel: 'work',
      phone: '+1 212 555 0100',
    });
    const fullName = 'Dr. Gone Name';
    const gone = await add(fullName, {
      namePrefix: 'Dr.',
      email: 'gone@example.com',
      phone: '+1 212 555 0111',
    });
    const fields = { fullName: gone, email: gone, phone: gone };
    const first = await merge(keep, [gone], fields);
    await change(keep, { email: 'new@example.com', familyName: 'Names' });
    await change(keep, {
      morePhones: [{ value: '+1 212 555 0100', label: 'own' }, { value: '+1 212 555 0122' }],
    });
    await undo(first);
    expect(await read(keep)).toMatchObject({
      ...{ fullName, namePrefix: 'Dr.', familyName: 'Names' },
      ...{ email: 'new@example.com', moreEmails: [{ value: 'own@example.com', label: 'work' }] },
      ...{ phone: '+1 212 555 0100', phoneE164: '+12125550100', morePhones: [{ value: '+1 212 555 0122' }] },
    });
    const before = await read(keep);
    await undo(await merge(keep, [gone], fields));
    expect(asIs(await read(keep))).toEqual(asIs(before));
  });

  it('takes back a number that came with it, also under another label', async () => {
    const { add, change, merge, read, undo } = await startOwner();
    const [keep, gone] = [await add('Ira Own'), await add('Ira Gone', { phone: '+1 212 555 0111' })];
    const first = await merge(keep, [gone]);
    await change(keep, { phoneLabel: 'home' });
    await undo(first);
    expect(await read(keep)).toMatchObject({ phone: null, phoneLabel: null, morePhones: [] });
    expect((await read(gone)).phone).toBe('+1 212 555 0111');
  });

  it('keeps notes as they were changed or deleted since, also where the contact that stayed is gone', async () => {
    const { add, call, at, merge, read, undo } = await startOwner();
    const [keep, gone] = [await add('Lea Own'), await add('Lea Gone', { notes: 'Message' })];
    for (const text of ['Changed', 'Deleted', 'Left']) await call('POST', at(`/${gone}/notes`), { text });
    type Note = { id: string; text: string };
    const notesOf = async (id: string): Promise<Note[]> => (await read(id)).datedNotes;
    const textsOf = async (id: string) => (await notesOf(id)).map(({ text }) => text).sort();
    const first = await merge(keep, [gone]);
    for (const { id, text } of await notesOf(keep)) {
      if (text === 'Deleted') await call('DELETE', at(`/notes/${id}`));
      else if (text !== 'Left') await call('PATCH', at(`/notes/${id}`), { text: `${text} since` });
    }
    await undo(first);
    expect(await textsOf(keep)).toEqual(['Message since']);
    expect(await textsOf(gone)).toEqual(['Changed since', 'Left']);
    expect((await read(gone)).notes).toBe('Message');

    const second = await merge(keep, [gone]);
    expect((await call('DELETE', at(`/${keep}`))).status).toBe(200);
    expect((await undo(second)).body.state).toBe('undone');
    expect(await textsOf(gone)).toEqual(['Changed since', 'Left']);
  });

  it('gives all former values back where an earlier release has noted no others', async () => {
    const { add, change, merge, read, undo } = await startOwner();
    const keep = await add('Lea Own');
    const operation = await merge(keep, [await add('Lea Gone', { company: 'Gone Inc.' })]);
    await db().execute(sql`
      delete from contact_undo_rows where operation_id = ${operation} and source = 'contacts, as merged'`);
    await change(keep, { company: 'Since Ltd' });
    await undo(operation);
    expect((await read(keep)).company).toBeNull();
  });
});

describe('A merge is undone after what came later', () => {
  it('as another merge into the contact that stayed', async () => {
    const { add, call, at, merge, read, undo } = await startOwner();
    const ids = [
      await add('One', { tags: ['one'] }),
      await add('Two', { company: 'Two Inc.', phone: '+1 212 555 0122', tags: ['two'] }),
      await add('Three', { company: 'Three Inc.', email: 'three@example.com', tags: ['two'] }),
    ] as const;
    const all = async () => (await Promise.all(ids.map(read))).map(asIs);
    const [before, [one, two, three]] = [await all(), ids];
    const [first, second] = [await merge(one, [two]), await merge(one, [three])];
    const merged = await read(one);
    const refused = await undo(first);
    expect([refused.status, refused.body.message]).toEqual([409, FIRST]);
    expect((await call('GET', at(`/operations/${first}`))).body).toMatchObject({ state: 'done', done: 1 });
    expect(await read(one)).toEqual(merged);
    expect((await undo(second)).body.state).toBe('undone');
    expect(await read(one)).toMatchObject({ company: 'Two Inc.', email: null, tags: ['one', 'two'] });
    expect((await undo(first)).body.state).toBe('undone');
    expect(await all()).toEqual(before);
  });

  it('as one that took away the contact that stayed, or its deletion', async () => {
    const { add, at, call, merge, read, undo } = await startOwner();
    const [one, two, three] = [
      await add('One'),
      await add('Two', { company: 'Two Inc.' }),
      await add('Three'),
    ];
    const before = asIs(await read(one));
    const first = await merge(one, [two]);
    const expectRefused = async () => {
      const { status, body } = await undo(first);
      expect([status, body.message]).toEqual([409, FIRST]);
      expect((await read(two)).company).toBeUndefined();
    };
    const { body: deleted } = await call('POST', at('/bulk'), { action: 'delete', ids: [one] });
    await expectRefused();
    await undo(deleted.id);
    const second = await merge(three, [one]);
    await expectRefused();
    await undo(second);
    expect((await undo(first)).body.state).toBe('undone');
    expect([asIs(await read(one)), (await read(two)).company]).toEqual([before, 'Two Inc.']);
  });
});
