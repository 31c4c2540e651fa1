import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/db/schema.ts',
    './server/db/identity-schema.ts',
    './server/db/auth-schema.ts',
    './server/db/billing-schema.ts',
    './server/db/media-schema.ts',
    './server/db/draft-schema.ts',
    './server/db/contact-key-schema.ts',
    './server/db/contact-schema.ts',
    './server/db/analytics-schema.ts',
    './server/db/unreviewed-schema.ts',
    './server/db/list-schema.ts',
    './server/db/history-schema.ts',
    './server/db/link-schema.ts',
    './server/db/wallet-schema.ts',
    './server/db/google-schema.ts',
    './server/db/alias-schema.ts',
    './server/db/nfc-schema.ts',
    './server/db/model-schema.ts',
    './server/db/notice-schema.ts',
    './server/db/sms-schema.ts',
    './server/db/receipt-schema.ts',
  ],
  out: './server/db/migrations',
});
