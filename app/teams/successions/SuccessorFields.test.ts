import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { NOT_TYPED } from './read-successor.ts';
import { SuccessorFields } from './SuccessorFields.tsx';

afterEach(() => queryClient.clear());

it('offers everybody but the holder, also whoever has the same name', () => {
  const rows = ['ada', 'another'].map((userId) => ({ userId, fullName: 'Ada Lovelace', email: null }));
  const pages = { pages: [{ rows, next: null }], pageParams: [null] };
  queryClient.setQueryData(['/api/teams/team1/members', 'pages', {}, 100], pages);
  const fields = createElement(SuccessorFields, {
    teamId: 'team1',
    holderId: 'ada',
    value: { ...NOT_TYPED, way: 'member' },
    errors: {},
    onChange: () => {},
  });
  const html = renderToString(createElement(QueryClientProvider, { client: queryClient }, fields));
  expect([...html.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual(['another']);
});
