import { defineSettings, setting } from '#server/config/define-settings.ts';
import { z } from '#shared/contract/zod.ts';

/** How many processes there are, and what each of them does. */
export const processes = defineSettings({
  section: 'Server',
  fields: {
    workers: setting('WORKERS', z.coerce.number().int().min(1).max(64), {
      meaning:
        'How many processes serve on this machine; at most one for each core. With more than 1, one more looks after them.',
      standard: '1',
    }),
    role: setting('ROLE', z.enum(['all', 'web', 'jobs']), {
      meaning:
        'web: serve, and leave jobs to other machines on the same database. jobs: run jobs, and answer only /healthz, /readyz and /metrics. all: both.',
      standard: 'all',
    }),
    databaseConnections: setting('DATABASE_CONNECTIONS', z.coerce.number().int().min(1).max(100_000), {
      meaning:
        'How many connections to the database all processes of this machine may open together. Empty: as many as the database accepts, at most 22 each.',
    }),
    drainSeconds: setting('DRAIN_SECONDS', z.coerce.number().int().min(0).max(30), {
      meaning:
        'How long a process that was told to stop still takes new connections, while /healthz answers 503. For load balancers that try no other server.',
      standard: '0',
    }),
  },
});
