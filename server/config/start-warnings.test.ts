import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { listWarnings } from '#server/config/start-warnings.ts';

const TEXTS = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: '0'.repeat(32),
  TWILIO_FROM: '+15005550006',
  PUBLIC_URL: 'https://cards.example',
};

it.each([
  ['texts without a way to reach the operator', TEXTS, ['CONTACT_URL is empty']],
  ['texts with one', { ...TEXTS, CONTACT_URL: 'mailto:help@cards.example' }, []],
  ['no texts', {}, []],
  ['mails from nobody’s address', { SMTP_URL: 'smtp://mail.example' }, ['MAIL_FROM is empty']],
  ['mails from an address', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'us@cards.example' }, []],
  ['no rate limits', { RATE_LIMITS: 'off' }, ['RATE_LIMITS=off']],
] as const)('The start warns of %s', (_what, environment, expected) => {
  const warnings = listWarnings(readConfig(environment));
  expect(warnings).toHaveLength(expected.length);
  expected.forEach((words, index) => {
    expect(warnings[index]).toContain(words);
  });
});
