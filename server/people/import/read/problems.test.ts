import { expect, it } from 'vitest';
import { TAGS_A_CONTACT_MAX, TAGS_MAX } from '#shared/people/contact-limits.ts';
import { signUp } from '#test/factories.ts';
import { imported } from '#test/imports.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

it('An import says of a problem that it found only then, like a tag too many', {
  tags: ['thorough'],
}, async () => {
  const { call } = await signUp(server, 'Ada Owner');
  const { body: contact } = await call('POST', '/api/contacts', { fullName: 'Ada Lovelace' });
  for (let from = 0; from < TAGS_MAX; from += TAGS_A_CONTACT_MAX) {
    const tags = Array.from({ length: TAGS_A_CONTACT_MAX }, (_, nth) => `Tag ${from + nth}`);
    await call('PATCH', `/api/contacts/${contact.id}`, { tags });
  }
  const { preview } = await imported(call, 'Name\nGrace Hopper\n', 'a.csv', { tags: ['More'] });
  expect(preview.problems).toEqual([{ line: 2, message: expect.stringContaining('Skipped tags') }]);
});
