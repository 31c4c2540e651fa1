import { expect, it } from 'vitest';
import { twilio } from './twilio-settings.ts';

const ACCOUNT = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token' };
const FROM = { TWILIO_FROM: '+15005550006' };
const SERVICE = { TWILIO_MESSAGING_SERVICE_SID: 'MG1' };

it.each([
  ['a number', FROM, { from: '+15005550006', messagingServiceSid: undefined }],
  ['a service', SERVICE, { from: undefined, messagingServiceSid: 'MG1' }],
  ['a service and its number', { ...FROM, ...SERVICE }, { from: '+15005550006', messagingServiceSid: 'MG1' }],
])('Texts are sent by %s', (_who, sender, settings) => {
  expect(twilio.read({ ...ACCOUNT, ...sender })).toMatchObject({ accountSid: 'AC1', ...settings });
});

it.each([
  ['', false],
  ['https://api.twilio.com/', false],
  ['http://127.0.0.1:4010', true],
])('A server at "%s" is for tests: %s', (url, isForTests) => {
  expect(twilio.read({ ...ACCOUNT, ...FROM, TWILIO_API_URL: url })?.isForTests).toBe(isForTests);
});

it.each([
  ['nobody to send', ACCOUNT, 'Set TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID'],
  ['no account', FROM, 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be set'],
  ['a name that nobody can answer', { ...ACCOUNT, TWILIO_FROM: 'Goldleaf' }, 'TWILIO_FROM is wrong'],
  [
    'an open line',
    { ...ACCOUNT, ...FROM, TWILIO_API_URL: 'http://api.example.com' },
    'TWILIO_API_URL is wrong',
  ],
])('Settings with %s are refused', (_what, env, sentence) => {
  expect(() => twilio.read(env)).toThrow(sentence);
});
