import { expect, it, vi } from 'vitest';
import { createPageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { DAY_MS } from '#shared/formats/time.ts';

it('A page is checked once a second also after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const versions = new Map([['card:a', '1']]);
  const readVersions = vi.fn(async () => versions);
  const pages = createPageCache({ readVersions });
  const page = preparePage({ status: 200, contentType: 'text/plain', body: 'a', headers: {} });
  pages.resume();
  await pages.render('/card/a', async () => ({ page, kept: { share: 'page', versions } }));
  pages.pause();
  vi.advanceTimersByTime(2_000);
  vi.setSystemTime(Date.now() - DAY_MS);
  expect(await pages.find('/card/a')).toBe(page);
  expect(readVersions).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
