import { afterEach, expect, it, vi } from 'vitest';
import { writeInTurns } from '#server/db/in-turns.ts';

afterEach(() => vi.restoreAllMocks());

async function* pagesOf(count: number, size: number): AsyncGenerator<number[]> {
  for (let page = 0; page < count; page += 1) yield Array.from({ length: size }, (_, n) => page * size + n);
}

async function collect(pieces: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

it('A long file has every row once, in order, behind its head', async () => {
  const text = await collect(writeInTurns(pagesOf(30, 100), (row) => `${row},`, 'rows:'));
  expect(text).toBe(`rows:${Array.from({ length: 3_000 }, (_, n) => `${n},`).join('')}`);
  expect(await collect(writeInTurns(pagesOf(0, 1), String, 'rows:'))).toBe('rows:');
  expect(await collect(writeInTurns(pagesOf(2, 2), async (row) => `${row},`))).toBe('0,1,2,3,');
});

it('Files that are written at once leave the event loop after five milliseconds of all of them together', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let rowsOfRound = 0;
  let most = 0;
  let isOver = false;
  const countRounds = () => {
    most = Math.max(most, rowsOfRound);
    rowsOfRound = 0;
    if (!isOver) setImmediate(countRounds);
  };
  setImmediate(countRounds);
  /** A row that takes two milliseconds. */
  const write = (row: number) => {
    now += 2;
    rowsOfRound += 1;
    return `${row},`;
  };
  const files = await Promise.all(
    Array.from({ length: 4 }, () => collect(writeInTurns(pagesOf(3, 40), write))),
  );
  isOver = true;
  expect(new Set(files).size).toBe(1);
  expect(most).toBe(3);
});

it('A file whose rows cannot be read begins with the error, not with its head', async () => {
  const failing = async function* (): AsyncGenerator<string[]> {
    yield* [];
    throw new Error('The database is away.');
  };
  await expect(writeInTurns(failing(), String, 'head').next()).rejects.toThrow('away');
});
