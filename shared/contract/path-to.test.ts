import { expect, it } from 'vitest';
import { pathTo } from './path-to.ts';

it.each([
  ['/api/cards/{id}', { id: 'a b/c?' }, {}, '/api/cards/a%20b%2Fc%3F'],
  ['/api/cards/{id}/share/{network}', { id: 7, network: 'x' }, {}, '/api/cards/7/share/x'],
  ['/api/contacts', {}, { q: 'a&b', most: 20, isOpen: true }, '/api/contacts?q=a%26b&most=20&isOpen=true'],
  ['/api/contacts', {}, { q: undefined, cursor: '' }, '/api/contacts?cursor='],
  ['/api/contacts', {}, { q: undefined }, '/api/contacts'],
])('fills in %s with %j and %j', (path, params, query, url) => {
  expect(pathTo(path, params, query)).toBe(url);
});
