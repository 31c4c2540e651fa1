import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createPictureQueue } from '#server/infra/pictures/picture-queue.ts';

vi.mock('../tasks/task-child.ts', () => ({
  startTaskChild: () => {
    throw new Error('spawn ENOMEM');
  },
}));

it('If no process can be started, a picture is refused for now, and so is the next of the same person', async () => {
  const queue = createPictureQueue(pino({ level: 'silent' }));
  const request = { lane: 'upload', key: 'ada', name: 'photo.jpg' } as const;
  for (let n = 0; n < 2; n += 1) {
    await expect(queue.run('fit', { file: 'photo.jpg' }, request)).rejects.toMatchObject({
      code: 'unavailable',
    });
  }
  await queue.close();
});
