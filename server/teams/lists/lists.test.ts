import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamListRows } from '#server/db/schema/team-lists.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { teams } from '#server/db/schema/users.ts';
import { sendWaiting } from '#server/teams/invites/send-waiting.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { LIST_ROWS_MAX } from '#shared/teams/limits.ts';
import { formOf } from '#test/imports.ts';
import { claimOf, signUpConfirmed, tokenIn } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { csvOf, listsOf, untilList, uploadList } from '#test/team-lists.ts';
import { addMember, addWholeTeam, roleIn } from '#test/teams.ts';

const server = startTestServer(WITH_MAIL);
const mailbox = openMailbox(server);

const invitesOf = (teamId: string) =>
  server.running.app.db
    .select({ invite: teamInvites, card: businessCards })
    .from(teamInvites)
    .innerJoin(businessCards, eq(businessCards.id, teamInvites.cardId))
    .where(eq(teamInvites.teamId, teamId))
    .orderBy(sql`${teamInvites.createdAt} desc`);

describe('A list', () => {
  it('shows what it would do, prepares cards in its order, and takes back what nobody claimed', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, admin } = await addWholeTeam(server);
    const file = [
      'First Name,Last Name,Work Email,Team role,Job Title,Department,Work Phone,Location',
      'Ada,Lovelace,ada@list.example,Admin,Analyst,Engines,+44 20 7946 0958,London',
      'José,García,JOSE@list.example,,Director,,,',
    ].join('\n');
    const { at, list } = await uploadList(admin.call, teamId, file);
    expect(list).toMatchObject({
      rows: 2,
      preview: {
        ...{ ready: 2, duplicates: 0, errors: 0, problems: [], mailsLeft: 50 },
        people: [
          {
            line: 2,
            fullName: 'Ada Lovelace',
            email: 'ada@list.example',
            jobTitle: 'Analyst',
            role: 'admin',
          },
          { line: 3, fullName: 'José García', role: 'member' },
        ],
      },
    });
    expect(await invitesOf(teamId)).toEqual([]);
    expect((await admin.call('POST', `${at}/start`, {})).status).toBe(200);
    const done = await untilList(admin.call, at, 'done');
    expect(done).toMatchObject({
      progress: { done: 2, prepared: 2, skipped: 0, failed: 0 },
      open: { unclaimed: 2, waiting: 0 },
    });
    const made = await invitesOf(teamId);
    expect(made.map(({ card }) => card)).toMatchObject([
      {
        ...{ fullName: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace', jobTitle: 'Analyst' },
        ...{ department: 'Engines', primaryPhone: '+44 20 7946 0958', location: 'London', company: null },
        ...{ isUnclaimed: true },
      },
      { fullName: 'José García', primaryEmail: 'JOSE@list.example' },
    ]);
    expect(made.map(({ invite }) => [invite.role, invite.invitedBy])).toEqual([
      ['admin', admin.id],
      ['member', admin.id],
    ]);
    const [mail] = await mailbox.wait('ada@list.example');
    const ada = await signUpConfirmed(server, 'Ada Lovelace');
    await server.running.app.db.execute(
      sql`update users set email = 'ada@list.example' where id = ${ada.id}`,
    );
    expect((await ada.call('POST', claimOf(teamId, tokenIn(mail)))).status).toBe(200);
    expect(await roleIn(server, teamId, ada.id)).toBe('admin');
    await admin.call('POST', `${at}/undo`);
    expect(await untilList(admin.call, at, 'undone')).toMatchObject({
      undo: { removed: 1, kept: 1 },
      open: { unclaimed: 0, waiting: 0 },
    });
    expect((await invitesOf(teamId)).map(({ card }) => card.fullName)).toEqual(['Ada Lovelace']);
  });

  it('says by line what is wrong, and who is there already', { tags: ['thorough'] }, async () => {
    const { teamId, owner, member } = await addWholeTeam(server);
    const people = [{ email: 'open@list.example', fullName: 'Open Invite' }];
    await owner.call('POST', `/api/teams/${teamId}/invites`, { people });
    const file = [
      'Name,Email,Team role',
      'Ada,ada2@list.example,',
      'Ada Again,ADA2@list.example,',
      'Open,Open@list.example,',
      `Mary,${member.username}@example.com,`,
      'No Address,,',
      'Bad Address,nobody@,',
      ',nameless@list.example,',
      'Odd Part,odd@list.example,Boss',
      `${'x'.repeat(101)},long@list.example,`,
      `Long Address,${'y'.repeat(500)},`,
    ].join('\n');
    const { at, list } = await uploadList(owner.call, teamId, file);
    expect(list.preview).toMatchObject({ ready: 1, duplicates: 3, errors: 6 });
    expect(list.preview.problems).toEqual([
      { line: 3, message: 'Line 2 has this address, too.' },
      { line: 4, message: 'Open@list.example has an open invite already.' },
      { line: 5, message: `${member.username}@example.com is in the team already.` },
      { line: 6, message: 'There’s no email address in this line.' },
      { line: 7, message: '“nobody@” isn’t an email address.' },
      { line: 8, message: 'The name is missing.' },
      { line: 9, message: '“Boss” isn’t a part in the team. Use member or admin.' },
      { line: 10, message: 'The name is too long.' },
      { line: 11, message: `“${'y'.repeat(59)}…” isn’t an email address.` },
    ]);
    await owner.call('POST', `${at}/start`, {});
    expect((await untilList(owner.call, at, 'done')).progress).toEqual({
      ...{ done: 10, prepared: 1, skipped: 3, failed: 6 },
    });
    const kept = await server.running.app.db.$count(
      teamListRows,
      sql`${teamListRows.cells} is not null and list_id = ${list.id}`,
    );
    expect(kept).toBe(0);
  });

  it('takes other columns if somebody says so, and refuses the wrong number of them', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, owner } = await addWholeTeam(server);
    const { at, list } = await uploadList(
      owner.call,
      teamId,
      'Who,Where\nAda,ada3@list.example\nBob,bob3@list.example',
    );
    const targets = ['fullName', 'email'];
    expect((await owner.call('PUT', `${at}/columns`, { targets: ['email'] })).status).toBe(422);
    expect((await owner.call('PUT', `${at}/columns`, { targets })).status).toBe(200);
    const again = await untilList(owner.call, at, 'ready');
    expect(again).toMatchObject({ preview: { ready: 2 }, columns: targets.map((target) => ({ target })) });
    expect(list.id).toBe(again.id);
    expect((await owner.call('POST', `${at}/cancel`)).body).toMatchObject({ state: 'canceled' });
    expect((await owner.call('POST', `${at}/start`, {})).status).toBe(409);
    expect((await owner.call('POST', `${at}/undo`)).status).toBe(409);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFFName;Email\nJürgen Müßig;juergen@list.example\n', 'utf16le')],
    ['Windows-1252', Buffer.from('Name;Email\nJürgen Müßig;juergen@list.example\n', 'latin1')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFName,Email\r\nJürgen Müßig,juergen@list.example\r\n')],
  ])('reads %s', { tags: ['thorough'] }, async (_, content) => {
    const { teamId, owner } = await addWholeTeam(server);
    const { list } = await uploadList(owner.call, teamId, content);
    expect(list.preview.people).toMatchObject([{ fullName: 'Jürgen Müßig', email: 'juergen@list.example' }]);
  });

  it.each([
    ['an empty file', '', 'This file is empty.'],
    [
      'a picture',
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'),
      /isn’t a contact file/,
    ],
    ['prose', 'Welcome to the team', /isn’t a contact file/],
    ['contact files', 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD\n', /isn’t a list we can read/],
    ['too many rows', csvOf(LIST_ROWS_MAX + 1, 'many.example'), /1,001 rows, and one can have 1,000/],
  ])(
    'refuses %s with a sentence, and takes another file',
    { tags: ['thorough'] },
    async (_, content, sentence) => {
      const { teamId, owner } = await addWholeTeam(server);
      const { status, body } = await owner.call('POST', listsOf(teamId), formOf(content, 'list.csv'));
      expect(status).toBe(200);
      const failed = await untilList(owner.call, `${listsOf(teamId)}/${body.id}`, 'failed');
      expect(failed.error).toMatch(sentence);
      await uploadList(owner.call, teamId, csvOf(1, 'after.example'));
      expect((await owner.call('GET', listsOf(teamId))).body).toHaveLength(2);
    },
  );

  it('refuses a file that is too large, and a second list beside an open one', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, owner } = await addWholeTeam(server);
    const large = Buffer.alloc(2 * 1024 * 1024 + 1, 'a,b\n');
    expect((await owner.call('POST', listsOf(teamId), formOf(large, 'large.csv'))).status).toBe(413);
    await uploadList(owner.call, teamId, csvOf(1, 'one.example'));
    const second = await owner.call('POST', listsOf(teamId), formOf(csvOf(1, 'two.example'), 'b.csv'));
    expect([second.status, second.body.message]).toEqual([
      409,
      'Another list is in progress. Finish or discard it first.',
    ]);
  });

  it('is for those who run the team', async () => {
    const { teamId, owner, member, outsider } = await addWholeTeam(server);
    const other = await addWholeTeam(server);
    const { at } = await uploadList(owner.call, teamId, csvOf(1, 'private.example'));
    const id = at.split('/').at(-1);
    const calls = [
      ['GET', listsOf(teamId)],
      ['POST', listsOf(teamId), formOf(csvOf(1, 'x.example'), 'x.csv')],
      ['GET', at],
      ['PUT', `${at}/columns`, { targets: ['skip', 'skip', 'skip'] }],
      ['POST', `${at}/start`, {}],
      ['POST', `${at}/cancel`],
      ['POST', `${at}/undo`],
    ] as const;
    for (const [method, path, body] of calls) {
      expect((await server.client()(method, path, body)).status).toBe(401);
      expect((await member.call(method, path, body)).status).toBe(403);
      expect((await outsider.call(method, path, body)).status).toBe(404);
    }
    const elsewhere = `${listsOf(other.teamId)}/${id}`;
    for (const path of [elsewhere]) expect((await other.owner.call('GET', path)).status).toBe(404);
    expect((await other.owner.call('POST', `${elsewhere}/start`, {})).status).toBe(404);
  });

  it('stops where whoever started it no longer runs the team', { tags: ['thorough'] }, async () => {
    const { teamId, owner } = await addWholeTeam(server);
    const admin = await addMember(server, teamId, 'admin');
    const { at } = await uploadList(admin.call, teamId, csvOf(3, 'removed.example'));
    await server.running.app.db.execute(sql`delete from team_members where user_id = ${admin.id}`);
    await server.running.app.db.execute(
      sql`update team_lists set state = 'running', lease_until = now(), actor_id = ${admin.id}, actor_kind = 'person' where user_id = ${teamId}`,
    );
    server.running.app.queue.wake('team-lists');
    const failed = await untilList(owner.call, at, 'failed');
    expect(failed.error).toMatch(/can no longer prepare cards/);
    expect(await invitesOf(teamId)).toEqual([]);
  });
});

describe('A thousand people', () => {
  it('are mailed as many a day as the team may, and the others later', {
    tags: ['thorough'],
    timeout: 180_000,
  }, async () => {
    const { teamId, owner } = await addWholeTeam(server);
    const { at, list } = await uploadList(owner.call, teamId, csvOf(1_000, 'thousand.example'));
    expect(list.preview).toMatchObject({ ready: 1_000, mailsLeft: 50 });
    await owner.call('POST', `${at}/start`, { role: 'member' });
    const done = await untilList(owner.call, at, 'done');
    expect(done).toMatchObject({
      progress: { done: 1_000, prepared: 1_000 },
      open: { unclaimed: 1_000, waiting: 950 },
    });
    const [newest] = (await owner.call('GET', `/api/teams/${teamId}/invites`)).body;
    expect(newest).toMatchObject({ fullName: 'Person 0 Name0', isWaiting: false, problem: null });
    const { app } = server.running;
    await sendWaiting(app);
    expect((await owner.call('GET', at)).body.open.waiting).toBe(950);
    const tomorrow = new Date(app.now().getTime() + DAY_MS + 60_000);
    await sendWaiting({ ...app, now: () => tomorrow });
    expect((await owner.call('GET', at)).body.open.waiting).toBe(900);
    const count = await app.db.$count(
      teamInvites,
      sql`team_id = ${teamId} and waits_since is null and expires_at > ${new Date(tomorrow.getTime() + 6 * DAY_MS).toISOString()}`,
    );
    expect(count).toBe(50);
    await app.db.update(teams).set({ deletedAt: app.now() }).where(eq(teams.id, teamId));
    await sendWaiting({ ...app, now: () => new Date(tomorrow.getTime() + 2 * DAY_MS) });
    await app.db.update(teams).set({ deletedAt: null }).where(eq(teams.id, teamId));
    expect((await owner.call('GET', at)).body.open.waiting).toBe(900);
  });

  it('lose nothing where some claim their cards while the list is taken back', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, owner } = await addWholeTeam(server);
    const { at } = await uploadList(owner.call, teamId, csvOf(40, 'race.example'));
    await owner.call('POST', `${at}/start`, {});
    await untilList(owner.call, at, 'done');
    const people = await Promise.all(
      Array.from({ length: 5 }, async (_, nth) => {
        const email = `p${nth * 8}@race.example`;
        const [mail] = await mailbox.wait(email);
        const person = await signUpConfirmed(server);
        await server.running.app.db.execute(sql`update users set email = ${email} where id = ${person.id}`);
        return { ...person, token: tokenIn(mail) };
      }),
    );
    const claims = people.map(({ call, token }) => call('POST', claimOf(teamId, token)));
    const [, ...answers] = await Promise.all([owner.call('POST', `${at}/undo`), ...claims]);
    const claimed = answers.filter(({ status }) => status === 200).length;
    expect(answers.every(({ status }) => [200, 404].includes(status))).toBe(true);
    const undone = await untilList(owner.call, at, 'undone');
    expect(undone.undo).toEqual({ removed: 40 - claimed, kept: claimed });
    expect(await invitesOf(teamId)).toHaveLength(claimed);
  });
});
