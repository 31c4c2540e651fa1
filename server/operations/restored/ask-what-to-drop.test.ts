import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askWhatToDrop } from './ask-what-to-drop.ts';
import { openTerminal } from './open-terminal.ts';
import { WAITING, type WaitingPart } from './waiting.ts';

const oldest = new Date('2026-11-25T02:00:00Z');
const waiting: WaitingPart[] = WAITING.filter(({ name }) =>
  ['mails', 'texts', 'passes', 'charges'].includes(name),
).map((kind) => ({ kind, brought: kind.name === 'texts' ? 0 : 14, oldest, since: 2 }));

/** The kinds that an operator drops who types this, and the text on the terminal; `typed` ends the input, too. */
async function answer(typed: string) {
  const input = new PassThrough();
  const output = new PassThrough();
  const terminal = openTerminal(input, output);
  input.end(typed);
  const drops = askWhatToDrop(terminal, waiting).finally(() => terminal.close());
  const names = await drops.then(
    (kinds) => kinds?.map(({ name }) => name) ?? null,
    (error: unknown) => String(error),
  );
  return { names, shown: String(output.read()) };
}

describe('An operator on a terminal', () => {
  it('is asked of each kind that the backup brought and that can be dropped, and at last of the release', async () => {
    const { names, shown } = await answer('yes\nN\nY\n');
    expect(names).toEqual(['mails']);
    expect(shown).toContain('Drop mails (14, the oldest from 2026-11-25 02:00 UTC)? The original has');
    expect(shown).toContain('Release this copy now, and drop mails? [y/N]');
    expect(shown.match(/\?/g)).toHaveLength(3);
  });

  it('drops messages and keeps the rest by pressing Enter, and releases only by a yes', async () => {
    expect((await answer('\n\ny\n')).names).toEqual(['mails']);
    expect((await answer('\n\n\n')).names).toBeNull();
    expect((await answer('n\nn\nno\n')).names).toBeNull();
    expect((await answer('n\nn\nyes\n')).names).toEqual([]);
  });

  it('is asked again after an answer that is none', async () => {
    const { names, shown } = await answer('maybe\nn\nn\nsure\ny\n');
    expect(names).toEqual([]);
    expect(shown.match(/Drop mails/g)).toHaveLength(2);
    expect(shown.match(/Release this copy now\?/g)).toHaveLength(2);
  });

  it.each(['', 'y\n', 'y\ny\n'])('changes nothing where the input ends after %j', async (typed) => {
    expect((await answer(typed)).names).toBe('Error: Nothing was changed: this copy is still held.');
  });
});
