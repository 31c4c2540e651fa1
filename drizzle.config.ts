import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/db/schema.ts',
    './server/db/billing-schema.ts',
    './server/db/media-schema.ts',
    './server/db/analytics-schema.ts',
    './server/db/unreviewed-schema.ts',
    './server/db/list-schema.ts',
  ],
  out: './server/db/migrations',
});
