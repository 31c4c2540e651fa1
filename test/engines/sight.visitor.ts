import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { CARD, expectNoSidewaysScroll, publish, storeFile } from './cards.ts';
import { startEngineJourney } from './journey.ts';

const journey = startEngineJourney();

describe('A card and what is on it', () => {
  it('prints whole, on one page', async () => {
    const { path: address } = await publish(journey, { backgroundVideo: 'preset:aurora' });
    const page = await journey.open(address);
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-print-'));
    const file = path.join(folder, 'card.pdf');
    await page.print(file);
    const printed = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    await fs.rm(folder, { recursive: true });
    // A form feed ends each page.
    expect(printed.split('\f').filter(Boolean)).toHaveLength(1);
    for (const text of [CARD.fullName, CARD.company, CARD.bio, CARD.primaryEmail, 'Concert halls']) {
      expect(printed).toContain(text);
    }
  });

  it.each(TEMPLATES)('is complete at twice the text size, in the template %s', async (template) => {
    const { path: address } = await publish(journey, { template });
    const page = await journey.open(address, { textZoom: 2 });
    const save = await page.find({ role: 'link', name: 'Save Contact' });
    expect(save.height).toBeGreaterThanOrEqual(44);
    await expectNoSidewaysScroll(page);
    await page.click({ role: 'link', name: 'Exchange Contact' });
    await page.find({ role: 'dialog', name: 'Share Your Contact Information' });
    await expectNoSidewaysScroll(page);
  });

  const seesEdges = async () => {
    const { path: address } = await publish(journey);
    const page = await journey.open(address, { forcedColors: true });
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true);
    const edges = await page.evaluate(() =>
      [...document.querySelectorAll('a.action, button.action, input:not([type=hidden]), textarea')]
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => [element.outerHTML.slice(0, 80), getComputedStyle(element).borderTopWidth]),
    );
    expect(edges.length).toBeGreaterThan(2);
    expect(edges.filter(([, width]) => width === '0px')).toEqual([]);
  };
  // WebKitGTK has no contrast themes.
  if (journey.engine !== 'webkit') it('keeps its edges in a contrast theme', seesEdges);

  it('plays a video and seeks to any moment of it', async () => {
    const { owner, id, path: address } = await publish(journey);
    const film = await fs.readFile('test/engines/film.webm');
    const url = await storeFile(owner, 'film.webm', new Uint8Array(film));
    await owner.client('PUT', `/api/cards/${id}`, { videoGallery: [url] });
    const page = await journey.open(address);
    await page.find({ selector: 'video' });
    await page.waitUntil('the film is known', () => (document.querySelector('video')?.readyState ?? 0) > 1);
    await page.evaluate(() => {
      const video = document.querySelector('video');
      if (video) video.currentTime = video.duration - 0.2;
    });
    await page.waitUntil('it stands there', () => {
      const video = document.querySelector('video');
      return Boolean(
        video && !video.seeking && video.currentTime > video.duration - 0.3 && video.videoWidth > 0,
      );
    });
    const status = await page.evaluate(async (source) => {
      const reply = await fetch(source, { headers: { range: 'bytes=100-199' } });
      return [reply.status, reply.headers.get('content-range'), (await reply.arrayBuffer()).byteLength];
    }, url);
    expect(status).toEqual([206, `bytes 100-199/${film.length}`, 100]);
  });
});
