import { sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { toHarmless } from '#server/infra/csv.ts';
import type { Answer } from '#shared/contract/lead-questions.ts';
import { ANSWER_HEADING } from './exported-details.ts';

/** Answers to the owner's own questions in a table: a column for each question, by which a spreadsheet can sort. */

/** A card has five questions at a time; these are the ones asked last. Answers to others are in the column of all. */
const COLUMNS_MAX = 50;
/** The questions that anybody answered. */
export async function readQuestions(ctx: UserContext): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ label: string }>(sql`
    select answer ->> 'label' as label from (
      select custom_fields, created_at from contacts
      where ${whereCan(ctx, 'export', 'contact')} and custom_fields <> '[]' and jsonb_typeof(custom_fields) = 'array'
      union all
      select custom_fields, created_at from lead_captures
      where ${whereCan(ctx, 'export', 'lead')} and custom_fields <> '[]' and jsonb_typeof(custom_fields) = 'array'
    ) as answered, jsonb_array_elements(custom_fields) as answer
    where answer ->> 'label' <> ''
    group by label order by max(created_at) desc, label limit ${COLUMNS_MAX}`);
  return rows.map(({ label }) => label);
}

type AnswerColumns = Record<string, (row: { customFields: Answer[] }) => string>;

/** One for each question, by its heading. */
export const answerColumns = (questions: readonly string[]): AnswerColumns =>
  Object.fromEntries(
    questions.map((question) => [
      toHarmless(ANSWER_HEADING + question),
      ({ customFields }) =>
        (Array.isArray(customFields) ? customFields : [])
          .filter(({ label }) => label === question)
          .map(({ answer }) => answer)
          .join('\n'),
    ]),
  );
