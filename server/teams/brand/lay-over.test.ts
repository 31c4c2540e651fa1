import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyBranded, isWrittenText, shownField } from '#server/cards/brand/lay-over.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { BRAND_FIELD_NAMES, type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { FIELD_MODES } from '#shared/teams/brand.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addTeamCard, addWholeTeam } from '#test/teams.ts';

/** Random edits by a holder and a team, against a model: what is shown, in memory and in SQL, what is stored, and what comes back. */

const server = shareTestServer();

/** Few values, so that a holder often writes what the team or a new card has. */
function valuesOf(name: BrandFieldName): (string | null)[] {
  const field = cardField(name);
  if (field.kind === 'choice') return [...field.options];
  if (field.kind === 'color') return [field.empty, '#112233', '#AABBCC'];
  if (field.kind === 'media') return [null, `https://example.com/${name}-1`, `https://example.com/${name}-2`];
  return [null, 'one.example', 'two.example'];
}

const act = fc.constantFrom(...BRAND_FIELD_NAMES).chain((name) =>
  fc.record({
    name: fc.constant(name),
    value: fc.constantFrom(...valuesOf(name)),
    by: fc.constantFrom('holder' as const, ...FIELD_MODES),
  }),
);

/** A field of the card: the holder's, if they wrote one, and the team's. */
interface Model {
  written: { value: string | null } | null;
  mode: (typeof FIELD_MODES)[number];
  value: string | null;
}

function shownBy({ written, mode, value }: Model, empty: string | null): string | null {
  if (mode === 'locked') return value ?? empty;
  return written ? written.value : mode === 'default' ? (value ?? empty) : empty;
}

it('A card shows what its holder and its team decided, after any edits of both', {
  tags: ['thorough'],
}, async () => {
  const team = await addWholeTeam(server);
  const { db } = server.running.app;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 30 }), async (acts) => {
      const cardId = await addTeamCard(server, team.teamId, team.member.id);
      const path = `/api/cards/${cardId}?account=${team.teamId}`;
      const free = each(BRAND_FIELD_NAMES, () => ({ mode: 'free' }));
      await team.admin.call('PUT', `/api/teams/${team.teamId}/brand`, { fields: free });
      const { body } = await team.admin.call('GET', `/api/teams/${team.teamId}/brand`);
      const model = each(
        BRAND_FIELD_NAMES,
        (name): Model => ({ written: null, mode: 'free', value: body.fields[name].value }),
      );
      for (const { name, value, by } of acts) {
        const field = model[name];
        const empty = emptyBranded(name);
        const shown = shownBy(field, empty);
        if (by === 'holder') {
          const { status, body: answer } = await team.member.call('PUT', path, { [name]: value });
          const isRefused = field.mode === 'locked' && value !== shown;
          expect(status).toBe(isRefused ? 403 : 200);
          if (isRefused) expect(answer.fields).toEqual({ [name]: 'Acme sets this on every card.' });
          else if (value !== shown) {
            const isTeams = field.mode === 'default' && value === (field.value ?? empty);
            field.written = isTeams || value === null ? null : { value };
          }
        } else {
          const fields = { [name]: by === 'free' ? { mode: by } : { mode: by, value } };
          const { status } = await team.owner.call('PUT', `/api/teams/${team.teamId}/brand`, { fields });
          expect(status).toBe(200);
          field.mode = by;
          if (by !== 'free') field.value = value;
        }
        const read = await team.member.call('GET', path);
        const inSql = { ...each(BRAND_FIELD_NAMES, (one) => shownField(one)) };
        const [row] = await db
          .select({
            card: businessCards,
            shown: inSql,
            isWritten: sql<boolean>`${sql.raw(isWrittenText(name))}`,
          })
          .from(businessCards)
          .innerJoin(users, eq(users.id, businessCards.userId))
          .where(eq(businessCards.id, cardId));
        const expected = each(BRAND_FIELD_NAMES, (one) => shownBy(model[one], emptyBranded(one)));
        expect(read.body).toMatchObject(expected);
        expect(row?.shown).toEqual(expected);
        const stored = each(BRAND_FIELD_NAMES, (one) => model[one].written?.value ?? emptyBranded(one));
        expect(row?.card).toMatchObject(stored);
        expect(row?.isWritten).toBe(field.written !== null);
      }
      await team.admin.call('PUT', `/api/teams/${team.teamId}/brand`, { fields: free });
      const back = each(BRAND_FIELD_NAMES, (one) => model[one].written?.value ?? emptyBranded(one));
      expect((await team.member.call('GET', path)).body).toMatchObject(back);
    }),
    { numRuns: 4 },
  );
});
