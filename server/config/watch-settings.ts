import { defineSettings, Problem, setting } from '#server/config/define-settings.ts';
import { matching } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of what operators watch: figures for Prometheus, and a line for each request. */
export const watching = defineSettings({
  section: 'Watching it',
  fields: {
    requestLog: setting('REQUEST_LOG', z.enum(['on', 'errors', 'off']), {
      meaning:
        'on: a line for each request at LOG_LEVEL info. errors: only for those that failed here, at warn. off: none.',
      standard: 'on',
    }),
    metricsPort: setting('METRICS_PORT', z.coerce.number().int().min(1).max(65_535), {
      meaning:
        'Port of its own for GET /metrics, in the text format of Prometheus. Workers share it; processes that are started one by one need one each. Empty: none.',
    }),
    metricsHost: setting('METRICS_HOST', z.string(), {
      meaning: 'Address to listen on for METRICS_PORT. Empty: 127.0.0.1, this machine only.',
    }),
    metricsToken: setting(
      'METRICS_TOKEN',
      matching(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits or signs such as - and _'),
      {
        meaning:
          'Opens GET /metrics on PORT to whoever sends “Authorization: Bearer” with it; everyone else finds nothing there. Empty: nobody does.',
      },
    ),
  },
  read: ({ metricsHost, ...values }) => {
    if (metricsHost && values.metricsPort === undefined)
      throw new Problem('METRICS_HOST is of no use without METRICS_PORT.');
    return { ...values, metricsHost: metricsHost ?? '127.0.0.1' };
  },
});
