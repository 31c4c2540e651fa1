import { expect, it } from 'vitest';
import { callServer, registerOwner } from '#test/process/people.ts';
import { askDatabase, makeDataFolder, type Product, startProduct } from '#test/process/product.ts';

const CONTACTS = 6_000;
const WAIT = { timeout: 120_000, interval: 20 };
const PASSWORD = 'correct horse';

/** Ada has much, and Grace little. */
async function fill(DATA_DIR: string, { url }: Product) {
  const ada = await registerOwner(url);
  const person = {
    username: 'grace',
    email: 'grace@example.com',
    password: PASSWORD,
    fullName: 'Grace Hopper',
  };
  const { cookie } = await callServer(url, 'POST', '/api/auth/register', person);
  const { body } = await callServer(
    url,
    'POST',
    '/api/cards',
    { name: 'Work', fullName: 'Grace Hopper' },
    cookie,
  );
  const sent = { fullName: 'Vera Visitor', email: 'vera@example.com', cardId: body.id };
  expect((await callServer(url, 'POST', '/api/contacts/exchange', sent)).status).toBe(200);
  await askDatabase(
    DATA_DIR,
    `insert into contacts (id, user_id, card_id, card_name, full_name, source, created_at)
      select 'c' || n, user_id, id, 'Work', 'Vera Visitor ' || n, 'exchange', now()
      from business_cards, generate_series(1, ${CONTACTS}) n where id = '${ada.cardId}'`,
  );
  return { ada, grace: { cardId: String(body.id), cookie } };
}

type People = Awaited<ReturnType<typeof fill>>;

/** Nobody sees anything of Ada, and Grace has what is hers. */
async function expectGone({ url }: Product, { ada, grace }: People): Promise<void> {
  const statusOf = async (method: string, path: string, body?: unknown, cookie?: string) =>
    (await callServer(url, method, path, body, cookie)).status;
  expect(await statusOf('GET', '/api/contacts', undefined, ada.cookie)).toBe(401);
  expect(await statusOf('POST', '/api/auth/login', { email: 'ada', password: PASSWORD })).toBe(401);
  expect(await statusOf('GET', `/card/${ada.cardId}`)).toBe(404);
  expect(await statusOf('GET', '/portfolio/ada')).toBe(404);
  expect(await statusOf('GET', `/card/${grace.cardId}`)).toBe(200);
  const { body } = await callServer(url, 'GET', '/api/contacts', undefined, grace.cookie);
  expect(body.map(({ fullName }: { fullName: string }) => fullName)).toEqual(['Vera Visitor']);
}

it('A server that is killed while it deletes what an account had goes on with that at its next start', async () => {
  const DATA_DIR = makeDataFolder();
  let product = await startProduct({ DATA_DIR });
  const people = await fill(DATA_DIR, product);
  const countLeft = async () => {
    const [row] = await askDatabase<{ left: number }>(
      DATA_DIR,
      `select count(*)::int as left from contacts where card_id = '${people.ada.cardId}'`,
    );
    return row?.left ?? 0;
  };
  const account = { username: 'ada', password: PASSWORD };
  const { status } = await callServer(product.url, 'DELETE', '/api/account', account, people.ada.cookie);
  expect(status).toBe(200);
  // Some is deleted, and most is not.
  await expect.poll(countLeft, WAIT).toBeLessThan(CONTACTS);
  product.kill('SIGKILL');
  await product.ended;
  expect(await countLeft()).toBeGreaterThan(0);
  product = await startProduct({ DATA_DIR });
  await expectGone(product, people);
  await expect.poll(() => askDatabase(DATA_DIR, 'select from erasures'), WAIT).toEqual([]);
  const left = await askDatabase(DATA_DIR, `select username from users order by username`);
  expect(left).toEqual([{ username: 'grace' }]);
  expect(await askDatabase(DATA_DIR, 'select from contacts')).toHaveLength(1);
  await expectGone(product, people);
});
