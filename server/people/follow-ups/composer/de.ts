import { type ComposerWords, isPhrase, type Voice } from '#server/people/follow-ups/composer/voice.ts';

/** The casual message manages without "du". The first sentence follows a comma. */

const professional: ComposerWords = {
  greeting: (name) => `Guten Tag ${name},`,
  hello: 'Guten Tag,',
  connected: [
    (met) => `vielen Dank, dass Sie mir${met} Ihre Kontaktdaten gegeben haben.`,
    (met) => `ich habe mich gefreut, dass wir${met} in Kontakt gekommen sind.`,
    (met) => `es hat mich sehr gefreut, Sie${met} kennenzulernen.`,
  ],
  met: [
    (met) => `es hat mich sehr gefreut, Sie${met} kennenzulernen.`,
    (met) => `vielen Dank, dass Sie sich${met} Zeit für mich genommen haben.`,
  ],
  work: 'Ihre Arbeit',
  curious: [
    (work) => `Ich würde gern mehr über ${work} hören.`,
    (work) => `Über ${work} würde ich gern mehr erfahren.`,
  ],
  colleagues: (company) => `Es ist immer gut, noch jemanden bei ${company} zu kennen.`,
  thanks: 'Vielen Dank auch für Ihre Nachricht.',
  more: 'Bei weiteren Fragen können Sie sich jederzeit gern an mich wenden.',
  call: [
    'Hätten Sie in den nächsten Tagen zwanzig Minuten für ein Telefonat?',
    'Wenn es Ihnen recht ist, vereinbaren wir gern für die nächsten Tage ein kurzes Telefonat.',
    'Würde Ihnen in den nächsten Tagen ein kurzes Telefonat passen?',
  ],
  reply: ['Ich freue mich auf Ihre Antwort.', 'Über eine Rückmeldung freue ich mich sehr.'],
  booking: (url) => `Einen passenden Termin können Sie gern hier wählen: ${url}`,
  card: (url) => `Meine aktuellen Kontaktdaten finden Sie jederzeit auf meiner Karte: ${url}`,
  afterCall: [
    'Wenn ich bis dahin etwas für Sie tun kann, lassen Sie es mich bitte wissen.',
    'Bei Fragen können Sie sich jederzeit gern an mich wenden.',
  ],
  offer: 'Bei Fragen können Sie sich jederzeit gern an mich wenden.',
  close: ['Mit freundlichen Grüßen', 'Freundliche Grüße'],
  subject: [
    ({ companies }) => companies && `${companies.own} und ${companies.theirs}: unser Kontakt`,
    () => 'Vielen Dank für den Kontakt',
    () => 'Unser Kontakt',
  ],
  message: {
    greeting: (name) => `Guten Tag ${name},`,
    hello: 'Guten Tag,',
    me: (me) => `hier ist ${me}`,
    pleased: [
      'Vielen Dank für Ihre Kontaktdaten. Ich freue mich auf den weiteren Austausch.',
      'Über unseren Kontakt habe ich mich gefreut. Ich melde mich gern wieder bei Ihnen.',
    ],
    card: (url) => `Meine Kontaktdaten finden Sie hier: ${url}`,
  },
};

const friendly: ComposerWords = {
  greeting: (name) => `Hallo ${name},`,
  hello: 'Hallo,',
  connected: [
    (met) => `schön, dass wir uns${met} vernetzt haben.`,
    (met) => `ich habe mich gefreut, dass wir${met} in Kontakt gekommen sind.`,
  ],
  met: [
    (met) => `schön, dass wir uns${met} kennengelernt haben.`,
    (met) => `es war mir eine Freude, Sie${met} kennenzulernen.`,
  ],
  work: 'Ihre Arbeit',
  curious: [
    (work) => `Ich bin gespannt, mehr über ${work} zu hören.`,
    (work) => `Erzählen Sie mir bei Gelegenheit gern mehr über ${work}`,
  ],
  colleagues: (company) => `Schön, noch jemanden bei ${company} zu kennen.`,
  thanks: 'Danke auch für Ihre Nachricht.',
  more: 'Wenn Sie noch Fragen haben, melden Sie sich gern.',
  call: [
    'Hätten Sie in den nächsten Wochen Zeit für einen Kaffee oder ein kurzes Telefonat?',
    'Wie wäre es demnächst mit einem Kaffee oder einem kurzen Telefonat?',
    'Lassen Sie uns doch bald einmal telefonieren oder einen Kaffee trinken.',
  ],
  reply: ['Ich freue mich, von Ihnen zu hören.', 'Melden Sie sich gern bei mir.'],
  booking: (url) => `Hier können Sie sich einfach eine Zeit aussuchen: ${url}`,
  card: (url) => `Hier ist meine Karte mit allen Kontaktdaten: ${url}`,
  afterCall: [
    'Und wenn ich bis dahin etwas für Sie tun kann, sagen Sie mir einfach Bescheid.',
    'Es eilt natürlich nicht.',
  ],
  offer: 'Und wenn ich etwas für Sie tun kann, sagen Sie mir einfach Bescheid.',
  close: ['Viele Grüße', 'Herzliche Grüße'],
  subject: [
    () => 'Schön, dass wir in Kontakt sind',
    ({ name }) => name && `Schön, dass wir in Kontakt sind, ${name}`,
    () => 'Auf einen Kaffee?',
  ],
  message: {
    greeting: (name) => `Hallo ${name},`,
    hello: 'Hallo,',
    me: (me) => `hier ist ${me}`,
    pleased: [
      'Schön, dass wir uns vernetzt haben. Ich freue mich auf den weiteren Austausch.',
      'Über unseren Kontakt habe ich mich gefreut. Ich melde mich bald wieder bei Ihnen.',
    ],
    card: (url) => `Hier ist meine Karte: ${url}`,
  },
};

const casual: ComposerWords = {
  ...friendly,
  connected: [
    (met) => `schön, dass wir uns${met} vernetzt haben!`,
    (met) => `hat mich gefreut, dass wir${met} in Kontakt gekommen sind!`,
  ],
  met: [
    (met) => `schön, dass wir uns${met} kennengelernt haben!`,
    (met) => `hat mich gefreut, dich${met} kennenzulernen!`,
  ],
  work: 'deine Arbeit',
  curious: [
    (work) => `Ich bin gespannt, mehr über ${work} zu hören.`,
    (work) => `Erzähl mir bei Gelegenheit gern mehr über ${work}`,
  ],
  thanks: 'Danke für deine Nachricht!',
  more: 'Wenn du noch Fragen hast, melde dich einfach.',
  call: ['Wie wäre es demnächst mit einem Kaffee?', 'Hast du in den nächsten Wochen Zeit für einen Kaffee?'],
  reply: ['Sag gern Bescheid!', 'Ich freue mich, von dir zu hören!'],
  booking: (url) => `Hier kannst du dir eine Zeit aussuchen: ${url}`,
  card: (url) => `Meine Karte: ${url}`,
  afterCall: ['Es eilt natürlich nicht.', 'Und wenn ich etwas für dich tun kann, sag einfach Bescheid.'],
  offer: 'Und wenn ich etwas für dich tun kann, sag einfach Bescheid.',
  close: ['Bis bald', 'Viele Grüße'],
  subject: [() => 'Auf einen Kaffee?', () => 'Schön, dass wir in Kontakt sind'],
  message: {
    ...friendly.message,
    pleased: [
      'Schön, dass wir uns vernetzt haben! Bleiben wir in Kontakt.',
      'Hat mich gefreut, dass wir in Kontakt gekommen sind! Bis bald.',
    ],
    card: (url) => `Meine Karte: ${url}`,
  },
};

/** The kind of event decides how it is said: auf der Hannover Messe, auf dem Web Summit; bei „Inspire“. */
const FEMININE =
  /(?:messe|konferenz|tagung|gala|ausstellung|veranstaltung|nacht|conference|convention|exhibition|expo|fair|week|börse)(?:\s+\P{L}*\d*|\s+in\s.*)?$/iu;
const OTHERS =
  /^(?:salon|salone|festival|forum|congr[eè]s|congresso)\s|(?:summit|kongress|congress|forum|festival|camp|treffen|meetup|tag|day|days|salon|symposium|seminar|workshop|fest|stammtisch|dinner|event|mobile)(?:\s+\P{L}*\d*|\s+in\s.*)?$/iu;
const ARTICLE = /^(?:der|die|das)\s/iu;

function atEvent(event: string): string {
  if (ARTICLE.test(event)) return ` bei „${event}“`;
  if (FEMININE.test(event)) return ` auf der ${event}`;
  return OTHERS.test(event) ? ` auf dem ${event}` : ` bei „${event}“`;
}

export const german: Voice = {
  formal({ name, family, academic, says }) {
    const title = academic ? `${academic.replace(/^(?:dra|dott)\S*$/i, 'Dr.')} ` : '';
    if (!family || !says) return `Guten Tag ${title}${name},`;
    return says === 'man' ? `Sehr geehrter Herr ${title}${family},` : `Sehr geehrte Frau ${title}${family},`;
  },
  today: ' heute',
  yesterday: ' gestern',
  lastWeek: ' letzte Woche',
  onWeekday: (day) => ` am ${day}`,
  onDay: (day, month) => ` am ${day}. ${month}`,
  inMonth: (month, year) => ` im ${month} ${year}`,
  atEvent,
  inCity: (city) => ` in ${city}`,
  role: (role) => ` als ${role}`,
  company: (name) => (isPhrase(name) ? null : ` bei ${name}`),
  me: (name, company) => (isPhrase(company) ? `${name} (${company})` : `${name} von ${company}`),
  professional,
  friendly,
  casual,
};
