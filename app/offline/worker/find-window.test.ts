import { expect, it } from 'vitest';
import { findWindow } from './find-window.ts';

it.each([
  ['/contacts?q=Ada', 'https://goldleaf.example/contacts?q=Ada'],
  ['/contacts', 'https://goldleaf.example/contacts#list'],
  ['/contacts?q=Grace', undefined],
  ['/dashboard', undefined],
])('opens for %s a window that shows just that', (path, shown) => {
  const windows = ['/contacts?q=Ada', '/contacts#list', '/cards'].map((one) => ({
    url: `https://goldleaf.example${one}`,
  }));
  expect(findWindow(windows, new URL(path, 'https://goldleaf.example'))?.url).toBe(shown);
});
