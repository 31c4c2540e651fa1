import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { makeCard } from '#test/built-product.ts';
import { createClient } from '#test/client.ts';
import { GRACE } from '#test/e2e/contact-people.ts';
import { PHONE, startJourney } from '#test/e2e/journey.ts';

const journey = startJourney();

/** Bytes on the wire of the scripts that a screen fetches by itself, the late ones, too. */
async function sumScripts(
  address: string,
  as: Awaited<ReturnType<typeof journey.register>>,
): Promise<number> {
  const page = await journey.open('/robots.txt', { as, viewport: PHONE });
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) files.add(pathname);
  });
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  let known = -1;
  await expect
    .poll(
      () => {
        const isQuiet = files.size === known;
        known = files.size;
        return isQuiet;
      },
      { interval: 1_500, timeout: 30_000 },
    )
    .toBe(true);
  await page.context().close();
  const sizeOf = (file: string) => fs.statSync(path.join(packageRoot, 'dist/app', `${file}.br`)).size;
  return [...files].reduce((sum, file) => sum + sizeOf(file), 0);
}

/** An owner with a card and a contact. */
async function registerOwner() {
  const ada = await journey.register();
  const { id: cardId } = await makeCard(ada);
  const { body } = await createClient(journey.url)('POST', '/api/contacts/exchange', { ...GRACE, cardId });
  return { ada, cardId, contactId: String(body.id) };
}

describe('Scripts that a screen fetches before anyone touches it', () => {
  it.each([
    ['/dashboard', 120_000],
    ['/contacts', 127_000],
  ])('are at most those of %s', async (address, most) => {
    const { ada } = await registerOwner();
    expect(await sumScripts(address, ada)).toBeLessThanOrEqual(most);
  });

  it.each([
    ['/dashboard?tab=cards', 128_000],
    ['/dashboard?tab=contacts', 111_000],
    ['/dashboard?tab=analytics', 117_000],
    ['/dashboard?tab=settings', 124_000],
    ['/cards', 113_000],
    ['/contacts/{contact}', 114_000],
    ['/contacts/import', 105_000],
    ['/create', 139_000],
    ['/edit-card/{card}', 126_000],
    ['/analytics', 101_500],
    ['/checkout', 96_500],
    ['/subscribe', 98_000],
    ['/qr', 105_500],
    ['/share-card/{card}', 112_000],
  ])('are at most those of %s', async (address, most) => {
    const { ada, cardId, contactId } = await registerOwner();
    const filled = address.replace('{card}', cardId).replace('{contact}', contactId);
    expect(await sumScripts(filled, ada)).toBeLessThanOrEqual(most);
  });
});
