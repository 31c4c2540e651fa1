import { cardJobs } from '#server/cards/cards/cards.jobs.ts';
import { draftJobs } from '#server/cards/drafts/drafts.jobs.ts';
import { mediaJobs } from '#server/cards/media/media.jobs.ts';
import { sendOlderMediaJobs } from '#server/cards/media/older-media.ts';

export const cardsWork = {
  jobs: [...mediaJobs, ...cardJobs, ...draftJobs],
  beforeStart: [],
  afterUpdate: [sendOlderMediaJobs],
};
