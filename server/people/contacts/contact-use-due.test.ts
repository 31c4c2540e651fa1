import { expect, it } from 'vitest';
import { contactUseChanges } from '#server/db/schema/counters.ts';
import type { DueWork } from '#server/infra/queue/due.ts';
import { settleWhenDue } from '#server/people/contacts/contacts.jobs.ts';
import { signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer();

it('The bytes of an account are added up each second while people come, else once a minute', async () => {
  const { app } = server.running;
  const works: DueWork[] = [];
  settleWhenDue({ ...app, queue: { ...app.queue, whenDue: (_name, work) => void works.push(work) } });
  const { signal } = new AbortController();
  await signUpWithCard(server);
  expect(await app.db.$count(contactUseChanges)).toBeGreaterThan(0);
  expect(await works[0]?.(signal)).toBe(1_000);
  expect(await app.db.$count(contactUseChanges)).toBe(0);
  expect(await works[0]?.(signal)).toBeNull();
});
