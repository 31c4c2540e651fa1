import { expect } from 'vitest';
import { makeCard, type Person } from '#test/built-product.ts';
import type { EngineJourney } from './journey.ts';
import type { EnginePage } from './page.ts';

/** A published card, and what journeys often check on pages. */

export const CARD = {
  fullName: 'Maya Osei',
  jobTitle: 'Architect',
  company: 'Osei & Partners',
  location: 'Accra',
  tagline: 'Buildings that outlive their drawings',
  bio: 'Libraries and markets.',
  primaryEmail: 'maya@example.com',
  primaryPhone: '+233 30 255 0142',
  skills: ['Earth construction', 'Concert halls'],
  social: { linkedin: 'mayaosei' },
  leadCaptureEnabled: true,
};

export async function publish(journey: EngineJourney, fields: object = {}) {
  const owner = await journey.register('Maya Osei');
  const { id } = await makeCard(owner, { ...CARD, ...fields });
  return { owner, id, path: `/card/${id}` };
}

/** Stores a file of this person on the server; resolves to its address. */
export async function storeFile(
  owner: Person,
  name: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const { status, body } = await owner.client('POST', '/api/media', form);
  expect(status).toBe(200);
  return body.url;
}

/** Fails if the page can be scrolled sideways once it has followed its window. */
export const expectNoSidewaysScroll = (page: EnginePage) =>
  page.waitUntil(
    'nothing sticks out at the side',
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  );
