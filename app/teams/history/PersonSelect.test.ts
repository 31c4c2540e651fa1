import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { PersonSelect } from './PersonSelect.tsx';

afterEach(() => queryClient.clear());

const draw = (next: string | null) => {
  const rows = [{ userId: 'ada', fullName: 'Ada Lovelace' }];
  queryClient.setQueryData(['/api/teams/team1/members', 'pages', {}, 100], {
    pages: [{ rows, next }],
    pageParams: [null],
  });
  const select = createElement(PersonSelect, { teamId: 'team1', value: 'gone', onChange: () => {} });
  return renderToString(createElement(QueryClientProvider, { client: queryClient }, select));
};

it('offers the members, and says so if there are more than are listed', () => {
  const all = draw(null);
  for (const name of ['Everyone', 'Ada Lovelace', 'Someone else']) expect(all).toContain(`>${name}</option>`);
  expect(all).not.toContain('are listed');
  expect(draw('after-ada')).toContain('The first 100 are listed.');
});
