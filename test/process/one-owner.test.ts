import { expect, it } from 'vitest';
import { contactIds, registerOwner, streamContacts } from '#test/process/people.ts';
import { launch, makeFolder, start } from '#test/process/product.ts';

it('refuses a second Goldleaf on the same folder in one sentence, while the first keeps running', async () => {
  const DATA_DIR = makeFolder();
  const first = await start({ DATA_DIR });
  const owner = await registerOwner(first.url);
  const stream = streamContacts(first.url, owner);
  await stream.more(10);
  const second = await launch({ DATA_DIR });
  expect((await second.ended).code).toBe(1);
  expect(second.output()).toContain(`Another Goldleaf is running on ${DATA_DIR}/postgres. Stop it first`);
  expect(second.output()).not.toContain('    at ');
  await stream.more(10);
  await stream.stop();
  expect(stream.refusals).toEqual([]);
  expect((await contactIds(first.url, owner)).size).toBe(stream.acknowledged.length);
});

it('lets one of two simultaneous starts on an empty folder serve', async () => {
  const DATA_DIR = makeFolder();
  const both = await Promise.all([launch({ DATA_DIR }), launch({ DATA_DIR })]);
  const refused = await Promise.race(both.map((product) => product.ended.then(() => product)));
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain('Another Goldleaf is running on');
  const [serving] = both.filter((product) => product !== refused);
  await serving?.says('Goldleaf is ready');
  const owner = await registerOwner(serving?.url ?? '');
  expect((await contactIds(serving?.url ?? '', owner)).size).toBe(0);
});
