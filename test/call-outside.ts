import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { queryClient } from '#app/frame/api/query-client.ts';

function Probe({ use }: { use: () => void }) {
  use();
  return null;
}

/** The first result of a hook, whose calls then work without a screen. */
export function callOutside<Result>(use: () => Result): Result {
  const found: Result[] = [];
  const probe = createElement(Probe, { use: () => void found.push(use()) });
  renderToString(createElement(QueryClientProvider, { client: queryClient }, probe));
  return found[0] as Result;
}
