import { expect, it } from 'vitest';
import { createFairQueue, type FairQueue } from '#server/infra/fair-queue.ts';

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

it('A late caller waits for one turn of each earlier caller, not for everything they requested', () => {
  const queue = createFairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add('a', item);
  queue.add('b', 'b1');
  queue.add('c', 'c1');
  queue.add('b', 'b2');
  expect(queue.size).toBe(7);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  expect(queue.size).toBe(0);
});

it('In a full queue the newest item of the caller with the most waiting gives up its place', () => {
  const queue = createFairQueue<string>(3);
  for (const item of ['a1', 'a2', 'a3']) expect(queue.add('a', item)).toBeUndefined();
  expect(queue.add('a', 'a4')).toBe('a4');
  expect(queue.add('b', 'b1')).toBe('a3');
  expect(queue.add('b', 'b2')).toBe('b2');
  expect(queue.add('c', 'c1')).toBe('a2');
  expect(queue.add('d', 'd1')).toBe('d1');
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1']);
});
