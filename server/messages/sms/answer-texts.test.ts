import { expect, it } from 'vitest';
import { wishIn } from './answer-texts.ts';
import { calledAddresses } from './signature.ts';

it.each([
  [
    'stop',
    [
      'STOP',
      'stop',
      ' Stop.\n',
      'StopAll',
      'stop all',
      'UNSUBSCRIBE!',
      'cancel',
      'End',
      'quit',
      'STOP 🛑',
      'ＳＴＯＰ',
    ],
  ],
  ['stop', ['Arrêt', 'ARRET', 'Stopp', 'baja', 'parar', 'sair', 'Opt-out', '"STOP"']],
  ['help', ['HELP', 'help?', 'Info', 'Hilfe', 'ayuda']],
  ['start', ['START', 'unstop', 'start!']],
  [null, ['', '👍', 'Please stop by on Monday', 'I cannot stop', 'yes', 'stopstop', 'the end']],
])('understands as %s: %j', (wish, texts) => {
  for (const text of texts) expect([text, wishIn(text)]).toEqual([text, wish]);
});

it.each([
  ['https://cards.example', 'http', 'other.example', ['https://cards.example/api/sms/inbound?a=b']],
  [
    undefined,
    'http',
    '127.0.0.1:3000',
    ['http://localhost:3000/api/sms/inbound?a=b', 'http://127.0.0.1:3000/api/sms/inbound?a=b'],
  ],
  [undefined, 'http', 'no host', ['http://localhost:3000/api/sms/inbound?a=b']],
])('A server at %s is called by Twilio at its own address only', (publicUrl, protocol, host, addresses) => {
  const request = { protocol, host, url: '/api/sms/inbound?a=b' };
  expect(calledAddresses({ publicUrl, port: 3000 }, request)).toEqual(addresses);
});
