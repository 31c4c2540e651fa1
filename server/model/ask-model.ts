import type { Models, Question } from '#server/model/models.ts';
import { NO_ANSWER, NoAnswer } from '#server/model/models.ts';

/**
 * Asks the language model one question on behalf of an account, and once more if its answer does not fit the schema.
 * Throws `NoAnswer` with a sentence for the owner, or why the client is gone. What the answer says is still to be
 * checked: the model may repeat whatever it was shown.
 */
export async function askModel<T>(
  { models, user }: { models: Models; user: { id: string } },
  { signal, ...question }: Question<T> & { signal: AbortSignal },
): Promise<T> {
  const turn = await models.enter(user.id, signal);
  try {
    const first = await turn.ask(question);
    if ('value' in first) return first.value;
    const second = await turn.ask({ ...question, prompt: withProblem(question.prompt, first.problem) });
    if ('value' in second) return second.value;
    throw new NoAnswer(NO_ANSWER.unusable);
  } finally {
    turn.leave();
  }
}

/** The question once more; `problem` holds words of ours only. */
export const withProblem = (prompt: string, problem: string): string =>
  `${prompt}\n\nYour last answer could not be used. ${problem} Answer again, in the form asked for.`;
