import { expect, it } from 'vitest';
import { signUpWith } from '#test/aliases.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { findFreeUsername, proposeUsernames } from './free-username.ts';

const server = shareTestServer();

it('proposes no username that belongs to the short addresses of others, or looks like one', {
  tags: ['thorough'],
}, async () => {
  const { setName } = await signUpWith(server);
  for (const name of ['maria-curie', 'rncurie', ...[2, 3, 4, 5, 6].map((n) => `maria-curie-${n}`)]) {
    expect((await setName(name)).status).toBe(200);
  }
  const { app } = server.running;
  const names = proposeUsernames('Maria Curie', 'mcurie@example.com');
  expect(names.slice(0, 2)).toEqual(['maria-curie', 'mcurie']);
  expect(await findFreeUsername(app, names)).toBe('maria-curie-7');
});

it('proposes no reserved username', () => {
  expect(proposeUsernames('Support', 'admin@example.com')).toEqual([
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `member-${n}`),
    expect.stringMatching(/^member-\d{6}$/),
  ]);
});
