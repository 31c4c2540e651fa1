import { expect, it } from 'vitest';
import { describeRoom, type Machine, machineOf, planConnections } from '#server/db/connection-plan.ts';

const machine = (changes: Partial<Machine> = {}): Machine => ({
  ...{ workers: 1, withJobs: 1, isPooled: false },
  ...changes,
});
/** A database that keeps three connections for superusers. */
const room = (accepted: number) => ({ accepted, usable: accepted - 3, others: 0, processes: 1 });

it('gives a process alone 16 connections for requests, where the database accepts 100', () => {
  expect(planConnections(room(100), machine())).toMatchObject({ workers: 1, pool: 16, total: 22 });
});

it.each([2, 4, 8])(
  'starts %i workers on the embedded database, with room for one more and for commands',
  (workers) => {
    const plan = planConnections(room(100), machine({ workers }));
    expect(plan.pool).toBeGreaterThanOrEqual(7);
    expect(plan.total).toBeLessThanOrEqual(91);
  },
);

it('gives up the room for commands before it refuses, and then says what would help', () => {
  expect(planConnections(room(13), machine())).toMatchObject({ workers: 1, pool: 4, total: 10 });
  expect(() => planConnections(room(12), machine())).toThrow(
    'Goldleaf cannot start. With WORKERS=1 it needs 10 connections to the database, and may use 9 of 12. ' +
      'Set a lower WORKERS, or raise max_connections of the database.',
  );
  expect(() => planConnections(room(100), machine({ workers: 16 }))).toThrow(
    'With WORKERS=16 it needs 110 connections to the database, and may use 97 of 100.',
  );
  expect(() => planConnections(room(100), machine({ workers: 4, atMost: 30 }))).toThrow(
    'Set a lower WORKERS, or raise DATABASE_CONNECTIONS.',
  );
});

it('keeps within DATABASE_CONNECTIONS, and counts no requests where they lead through a pooler', () => {
  expect(planConnections(room(100), machine({ workers: 2, atMost: 40 })).total).toBeLessThanOrEqual(40);
  expect(planConnections(room(20), machine({ workers: 2, isPooled: true }))).toMatchObject({
    ...{ workers: 2, pool: 16, total: 14 },
  });
});

it('runs jobs in one of several workers, in all of those that only do jobs, and in none that only serves', () => {
  const settings = {
    ...{ workers: 4, databaseUrl: undefined, databaseDirectUrl: undefined, databaseConnections: undefined },
  };
  const countOf = (role: 'all' | 'web' | 'jobs') => machineOf({ ...settings, role }).withJobs;
  expect([countOf('all'), countOf('jobs'), countOf('web')]).toEqual([1, 4, 0]);
});

it('says behind a pooler how many it leaves for that one, which opens connections by its own settings', () => {
  const plan = planConnections(room(100), machine({ workers: 2, isPooled: true }));
  expect(describeRoom({ ...room(100), others: 40, processes: 2 }, plan)).toEqual({
    sentence:
      'Beside your pooler, Goldleaf may use 14 of the database’s 100 connections; the pooler and other programs may have 83.',
    isScarce: false,
  });
});

it('says what is left, and what to do where other machines and programs may take more than there is', () => {
  const plan = planConnections(room(100), machine({ workers: 2 }));
  expect(describeRoom({ ...room(100), others: 5, processes: 2 }, plan)).toEqual({
    sentence: 'Goldleaf may use 62 of the database’s 100 connections; 30 are left.',
    isScarce: false,
  });
  expect(describeRoom({ ...room(100), others: 5, processes: 4 }, plan)).toEqual({
    sentence:
      'Goldleaf may use 124 of the database’s 100 connections; with 5 of other programs, that is 32 more than there are. Set DATABASE_CONNECTIONS on each machine, or raise max_connections.',
    isScarce: true,
  });
});
