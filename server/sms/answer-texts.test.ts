import { expect, it } from 'vitest';
import { wishIn } from './answer-texts.ts';

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
