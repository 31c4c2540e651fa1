import { expect, it } from 'vitest';
import { BOUND_WORDS } from './bound-words.ts';
import { product, read } from './sources.ts';
import { listTexts } from './syntax.ts';

const toPlain = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ').trim();

it('says the words of the specification', () => {
  const texts = product
    .filter((file) => !file.startsWith('server/db/'))
    .flatMap((file) => listTexts(file, read(file)))
    .map(toPlain);
  const all = texts.join('\n');
  const isSaid = (words: string) => {
    const parts = words.split(/\{[^}]*\}/).map((part) => part.trim());
    return parts.length === 1 ? texts.includes(words) : parts.every((part) => all.includes(part));
  };
  const missing = Object.entries(BOUND_WORDS).flatMap(([place, words]) =>
    words.filter((each) => !isSaid(each)).map((each) => `${place}: ${each}`),
  );
  expect(missing).toEqual([]);
});
