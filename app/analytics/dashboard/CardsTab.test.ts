import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { CardsTab } from './CardsTab.tsx';

vi.mock('#app/cards/cards/MyCards.tsx', () => ({
  MyCards: ({ empty }: { empty: ReactNode }) => empty,
}));
vi.mock('#app/frame/navigation/router.tsx', () => ({ Link: () => null }));
vi.mock('#app/frame/price-tax.ts', () => ({ PRICE_TAX: ' plus tax' }));
afterEach(() => queryClient.clear());

it('names the price with its tax before the first card', () => {
  const html = renderToString(
    createElement(QueryClientProvider, { client: queryClient }, createElement(CardsTab)),
  );
  expect(html.replaceAll('<!-- -->', '')).toContain('Subscribe for $5/month plus tax to create');
});
