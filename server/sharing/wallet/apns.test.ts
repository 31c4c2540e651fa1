import { afterAll, afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { type Mood, startApnsServer } from '#test/apns-server.ts';
import { createApns } from './apns.ts';

const server = await startApnsServer();
const topic = 'pass.com.example';
const apns = createApns({ url: server.url, topic, identity: { certificate: '', key: '' } });
afterAll(() => {
  apns.close();
  return server.close();
});
afterEach(() => {
  server.moods.length = 0;
  server.taken.length = 0;
});

it('sends an empty message to each device over one connection', async () => {
  const tokens = Array.from({ length: 300 }, (_, n) => `token ${n}/?`);
  const outcomes = await Promise.all(tokens.map((token) => apns.push(token)));
  expect(outcomes.every(({ kind }) => kind === 'sent')).toBe(true);
  expect(server.taken.map(({ token }) => token).sort()).toEqual(tokens.sort());
  expect(server.taken.every((message) => message.topic === topic && message.body === '{}')).toBe(true);
  expect(server.connections()).toBe(1);
});

it.each<[Mood, string, number | null]>([
  [{ status: 410, reason: 'Unregistered' }, 'gone', null],
  [{ status: 410 }, 'gone', null],
  [{ status: 400, reason: 'BadDeviceToken' }, 'gone', null],
  [{ status: 400, reason: 'DeviceTokenNotForTopic' }, '400 DeviceTokenNotForTopic', null],
  [{ status: 404, reason: 'BadPath' }, '404 BadPath', null],
  [{ status: 400, reason: 'BadTopic' }, '400 BadTopic', null],
  [{ status: 403, reason: 'BadCertificate' }, '403 BadCertificate', null],
  [{ status: 429, reason: 'TooManyRequests', retryAfter: '30' }, '429 TooManyRequests', 30_000],
  [{ status: 503, reason: 'Shutdown', retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT' }, '503 Shutdown', 0],
  [{ status: 500, retryAfter: 'soon' }, '500', null],
  ['reset the stream', 'The connection broke', null],
  ['drop the connection', 'The connection broke', null],
  ['never stop talking', '500', null],
])('understands %j', async (mood, said, waitMs) => {
  server.moods.push(mood);
  const outcome = await apns.push('one');
  const kind = /^40[04] /.test(said) ? 'refused' : 'later';
  expect(outcome).toEqual(said === 'gone' ? { kind: 'gone' } : { kind, reason: said, waitMs });
  expect(await apns.push('one')).toEqual({ kind: 'sent' });
});

it('opens a new connection when the service says goodbye', { tags: ['thorough'] }, async () => {
  server.moods.push('say goodbye');
  expect((await apns.push('one')).kind).toBe('later');
  expect(await apns.push('two')).toEqual({ kind: 'sent' });
});

it('keeps a connection on which others are answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const arrived = async (count: number) => {
    while (server.silent.length < count) await new Promise(setImmediate);
  };
  server.moods.push('say nothing');
  const silent = apns.push('one');
  await arrived(1);
  expect(await apns.push('two')).toEqual({ kind: 'sent' });
  vi.advanceTimersByTime(5_000);
  server.moods.push('say nothing');
  const slow = apns.push('three');
  await arrived(2);
  vi.advanceTimersByTime(5_000);
  expect(await silent).toMatchObject({ kind: 'later', reason: 'It did not answer in time' });
  server.silent[1]?.respond({ ':status': 200 }, { endStream: true });
  expect(await slow).toEqual({ kind: 'sent' });
});

it('says that nothing was sent while the service is away, or does not speak HTTP/2', async () => {
  await server.shut();
  expect(await apns.push('one')).toMatchObject({ kind: 'later', waitMs: null });
  await server.open();
  expect(await apns.push('one')).toEqual({ kind: 'sent' });
  const nobody = createApns({ url: 'http://127.0.0.1:9', topic, identity: { certificate: '', key: '' } });
  expect(await nobody.push('one')).toMatchObject({ kind: 'later' });
  nobody.close();
});
