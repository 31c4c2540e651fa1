import { describeWaiting } from './describe-waiting.ts';
import type { Terminal } from './open-terminal.ts';
import type { WaitingKind, WaitingPart } from './waiting.ts';

/** The questions of a release, on a terminal. */

/** Asks of each kind that the backup brought whether to drop it, and at last whether to release; null if not. */
export async function askWhatToDrop(
  terminal: Terminal,
  waiting: readonly WaitingPart[],
): Promise<WaitingKind[] | null> {
  const drops: WaitingKind[] = [];
  for (const one of waiting) {
    const { kind, brought } = one;
    if (brought === 0 || !kind.drop) continue;
    const why = kind.isMessage
      ? 'The original has most likely dealt with them.'
      : 'They bring about what holds now, also if the original has done it before.';
    const question = `Drop ${describeWaiting(one)}? ${why}`;
    if (await isYes(terminal, question, kind.isMessage)) drops.push(kind);
  }
  const dropped = drops.length > 0 ? `, and drop ${drops.map(({ name }) => name).join(', ')}` : '';
  return (await isYes(terminal, `Release this copy now${dropped}?`, false)) ? drops : null;
}

/** Asks again until the answer is one; an empty one is `usual`. */
async function isYes(terminal: Terminal, question: string, usual: boolean): Promise<boolean> {
  for (;;) {
    const answer = (await terminal.ask(`${question} ${usual ? '[Y/n]' : '[y/N]'} `)).trim().toLowerCase();
    if (answer === '') return usual;
    if (['y', 'yes'].includes(answer)) return true;
    if (['n', 'no'].includes(answer)) return false;
  }
}
