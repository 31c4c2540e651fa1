import { expect, it } from 'vitest';
import { startJourney } from './journey.ts';
import { drawPaperCard } from './paper-card.ts';

const journey = startJourney();

it('makes a contact of a photo of a paper card, and the photo never leaves the browser', async () => {
  const person = await journey.register('Pat Owner');
  const page = await journey.open('/contacts', { as: person });
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (!request.url().startsWith('blob:'))
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('button', { name: 'Scan a paper card' }).click();
  await page.getByLabel('Choose a picture').setInputFiles({
    name: 'card.png',
    mimeType: 'image/png',
    buffer: await drawPaperCard(),
  });
  const dialog = page.getByRole('dialog', { name: 'Scan a paper card' });
  await expect.poll(() => dialog.getByLabel('Full name').inputValue(), { timeout: 45_000 }).toBe('Anna Berg');
  const readIn = (label: string) => dialog.getByLabel(label, { exact: true }).inputValue();
  expect(await readIn('Job title')).toBe('Head of Sales');
  expect(await readIn('Email')).toBe('anna.berg@northwind.com');
  expect(await readIn('Phone')).toBe('+1 (415) 555-0199');
  expect(await readIn('City')).toBe('San Francisco');
  expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(sent.filter((line) => line.includes('/scan/')).length).toBe(4);

  await dialog.getByLabel('Where “Since 1923” belongs').selectOption({ label: 'Notes' });
  expect(await readIn('Notes')).toBe('Since 1923');
  await dialog.getByRole('button', { name: 'Add to contacts' }).click();
  await page.getByText('Contact added').first().waitFor();
  await page.getByRole('heading', { name: 'Anna Berg' }).or(page.getByText('Anna Berg')).first().waitFor();
});

it('allows WebAssembly to the worker only', async () => {
  const policyOf = async (path: string) =>
    (await fetch(journey.url + path)).headers.get('content-security-policy') ?? '';
  expect(await policyOf('/scan/reader.js')).toContain("script-src 'self' 'wasm-unsafe-eval'");
  for (const path of ['/contacts', '/', '/auth/login']) expect(await policyOf(path)).not.toContain('wasm');
});
