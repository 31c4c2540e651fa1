import { expect, it } from 'vitest';
import { linesOfWords } from './lines-of-words.ts';

/** Rows of words: line, left, width, text; all are 30 pixels high. */
const tsv = (...words: [line: number, left: number, width: number, text: string][]) =>
  [
    '2\t1\t1\t0\t0\t0\t0\t0\t900\t500\t-1\t',
    ...words.map(
      ([line, left, width, text]) => `5\t1\t1\t1\t${line}\t1\t${left}\t0\t${width}\t30\t91.5\t${text}`,
    ),
    '5\t1\t1\t1\t9\t1\t0\t0\t9\t30\t0\t ',
  ].join('\n');

it('writes the words of a line in one, and parts columns', () => {
  const words = tsv(
    [1, 70, 100, 'Anna'],
    [1, 180, 90, 'Berg'],
    [1, 640, 80, 'Since'],
    [1, 730, 60, '1923'],
    [2, 70, 90, 'Sales'],
  );
  expect(linesOfWords(words)).toBe('Anna Berg\tSince 1923\nSales');
});

it('is empty for a picture without words', () => expect(linesOfWords('')).toBe(''));
