import { expect, it } from 'vitest';
import { signUpWithPhoto } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { lookAtCopy } from './look-at-copy.ts';

const server = startTestServer();

it('finds a good copy good also with the settings of a machine that only runs jobs', async () => {
  await signUpWithPhoto(server);
  const { config } = server.running.app;
  const connection = { connectionString: config.databaseUrl };
  const database = { connection, direct: connection, stop: async () => {} };
  expect(await lookAtCopy({ ...config, role: 'jobs' }, database)).toEqual({ cards: 1, wrong: [] });
});
