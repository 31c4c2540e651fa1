import { expect, it } from 'vitest';
import { destinationAfter } from './screens.ts';

it.each([
  ['/contacts?x=1', '/contacts?x=1'],
  ['/edit-card/abc#media', '/edit-card/abc#media'],
  ['/dashboard?tab=b\u00fccher', '/dashboard?tab=b%C3%BCcher'],
])('the way after signing in leads to the screen that was asked for, %s', (next, path) => {
  expect(destinationAfter(next, '/dashboard')).toBe(path);
});

it.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  null,
])('the way after signing in never leads to another site, as %j would', (next) => {
  expect(destinationAfter(next, '/dashboard')).toBe('/dashboard');
});
