import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { textNumbers } from '#server/db/schema/messages.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { forgetUnusedNumber } from './claim-text.ts';
import { hashOfNumber } from './numbers.ts';
import { stopNumber } from './text-states.ts';

/**
 * Answers of people to a text. The words are Twilio's ("Support for opt-out keywords") and what people write in other
 * languages; nobody reads anything else.
 */

type Wish = 'stop' | 'help' | 'start';

const WORDS: Record<Wish, readonly string[]> = {
  stop: [
    ...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    ...['STOPP', 'STOPPEN', 'ABMELDEN', 'ARRET', 'ARRÊT', 'ARRETER', 'ARRÊTER', 'DESABONNER', 'DÉSABONNER'],
    ...['PARAR', 'ALTO', 'BAJA', 'CANCELAR', 'PARE', 'SAIR', 'FERMA', 'BASTA', 'ANNULLA'],
  ],
  help: ['HELP', 'INFO', 'HILFE', 'AIDE', 'AYUDA', 'AIUTO', 'AJUDA'],
  start: ['START', 'UNSTOP'],
};

/** The wish in a text: one word, in any case, with spaces and punctuation around it. */
export function wishIn(text: string): Wish | null {
  const word = text
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\s]+/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ')
    .toLocaleUpperCase('en')
    .normalize('NFC');
  const found = Object.entries(WORDS).find(([, words]) => words.includes(word));
  return (found?.[0] as Wish | undefined) ?? null;
}

interface Incoming {
  from: string;
  text: string;
  /**
   * Twilio's own understanding of the text, by keywords that the operator chose there ("Advanced Opt-Out"), null if it has
   * none. It has answered by itself then: a second answer would be one too many.
   */
  optOutType: string | null;
}

/** Does what the text asks for; the words to answer with, null for none. */
export async function answerText(
  app: AppContext,
  { from, text, optOutType }: Incoming,
): Promise<string | null> {
  const wish = wishIn(optOutType ?? '') ?? wishIn(text);
  if (!wish || !/^\+[1-9]\d{5,14}$/.test(from)) return null;
  const numberHash = hashOfNumber(app, from);
  if (wish === 'stop') await app.db.transaction((tx) => stopNumber(tx, numberHash, app.now()));
  if (wish === 'start') {
    await app.db.update(textNumbers).set({ stoppedAt: null }).where(eq(textNumbers.numberHash, numberHash));
    await forgetUnusedNumber(app.db, numberHash);
  }
  return optOutType ? null : ANSWERS[wish](app);
}

const ANSWERS: Record<Wish, (app: AppContext) => string> = {
  stop: () => `You will get no more texts from ${PRODUCT}. Reply START to allow them again.`,
  start: () => `You can get texts from ${PRODUCT} again. Reply STOP to opt out.`,
  help: ({ config }) => {
    const contact = config.operator.contactUrl?.replace(/^mailto:/, '') || config.seller.email;
    return `${PRODUCT} sends one text from a person you gave your number to, if you agreed. Reply STOP to opt out. Questions: ${contact || originOf(config)}`;
  },
};
