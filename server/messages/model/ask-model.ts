import { type Models, NO_ANSWER, NoModelAnswer, type Question } from '#server/messages/model/models.ts';
import { withProblem } from '#server/messages/model/read-answer.ts';

/**
 * Asks the language model one question on behalf of an account, and once more if its answer does not fit the schema.
 * `spentMs`: how much of its time has gone already. Throws `NoModelAnswer` with a sentence for the owner, or why the client
 * is gone. What the answer says is still to be checked: the model may repeat whatever it was shown.
 */
export async function askModel<T>(
  { models, user }: { models: Models; user: { id: string } },
  { signal, spentMs, ...question }: Question<T> & { signal: AbortSignal; spentMs?: number },
): Promise<T> {
  const turn = await models.enter(user.id, signal, spentMs);
  try {
    const first = await turn.ask(question);
    if ('value' in first) return first.value;
    const second = await turn.ask({ ...question, prompt: withProblem(question.prompt, first.problem) });
    if ('value' in second) return second.value;
    throw new NoModelAnswer(NO_ANSWER.unusable);
  } finally {
    turn.leave();
  }
}
