import { expect, it } from 'vitest';
import { contactIds, registerOwner } from '#test/process/people.ts';
import { launchProduct, makeFolder } from '#test/process/product.ts';

it('lets one of two simultaneous starts on an empty folder serve', async () => {
  const DATA_DIR = makeFolder();
  const both = await Promise.all([launchProduct({ DATA_DIR }), launchProduct({ DATA_DIR })]);
  const refused = await Promise.race(both.map((product) => product.ended.then(() => product)));
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toContain('Another Goldleaf is running on');
  const [serving] = both.filter((product) => product !== refused);
  await serving?.says('Goldleaf is ready');
  const owner = await registerOwner(serving?.url ?? '');
  expect((await contactIds(serving?.url ?? '', owner)).size).toBe(0);
});
