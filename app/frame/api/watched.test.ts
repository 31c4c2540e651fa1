import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from './query-client.ts';
import { WATCHED } from './watched.ts';

afterEach(() => queryClient.clear());

it('A query is not read anew while a change is being saved, which the answer might not include', async () => {
  let reads = 0;
  const open = () => {
    const read = { queryKey: ['settings'], queryFn: async () => (reads += 1), ...WATCHED };
    return new QueryObserver(queryClient, read).subscribe(() => {})();
  };
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const save = () => new MutationObserver(queryClient, { mutationFn: () => held }).mutate();
  const saved = save();
  open();
  expect(reads).toBe(1);
  queryClient.setQueryData(['settings'], 0);
  open();
  expect(reads).toBe(1);
  answer();
  await saved;
  open();
  expect(reads).toBe(2);
});
