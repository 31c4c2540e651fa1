import { isPhrase, sentence, type Voice, type Words } from '#server/follow-ups/composer/voice.ts';

/** "Sie" except in a casual letter; the casual message manages without either. The first sentence follows a comma. */

const professional: Words = {
  greeting: (name) => `Guten Tag ${name},`,
  hello: 'Guten Tag,',
  connected: [
    (met) => `vielen Dank, dass Sie mir${met} Ihre Kontaktdaten gegeben haben.`,
    (met) => `ich habe mich gefreut, dass wir${met} in Kontakt gekommen sind.`,
    (met) => `unser Kontakt${met} hat mich sehr gefreut`,
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
  wrote: (quote) => `Sie schrieben: ${quote} Darauf komme ich gern zurück.`,
  hasWritten: 'Auch auf Ihre Nachricht komme ich gern zurück.',
  call: [
    'Hätten Sie in den nächsten Tagen zwanzig Minuten für ein Telefonat?',
    'Wenn es Ihnen recht ist, vereinbaren wir gern für die nächsten Tage ein kurzes Telefonat.',
    'Würde Ihnen in den nächsten Tagen ein kurzes Telefonat passen?',
  ],
  reply: ['Ich freue mich auf Ihre Antwort.', 'Über eine Rückmeldung freue ich mich sehr.'],
  booking: (url) => `Einen passenden Termin können Sie gern hier wählen: ${url}`,
  card: (url) => `Meine aktuellen Kontaktdaten finden Sie jederzeit auf meiner Karte: ${url}`,
  offer: [
    'Wenn ich bis dahin etwas für Sie tun kann, lassen Sie es mich bitte wissen.',
    'Bei Fragen können Sie sich jederzeit gern an mich wenden.',
  ],
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

const friendly: Words = {
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
  wrote: (quote) => `Sie schrieben: ${quote} Das greife ich gern auf.`,
  hasWritten: 'Danke auch für Ihre Nachricht, darauf komme ich gern zurück.',
  call: [
    'Haben Sie in den nächsten Wochen Zeit für einen Kaffee oder ein kurzes Telefonat?',
    'Wie wäre es demnächst mit einem Kaffee oder einem kurzen Telefonat?',
    'Lassen Sie uns doch bald einmal telefonieren oder einen Kaffee trinken.',
  ],
  reply: ['Ich freue mich, von Ihnen zu hören.', 'Melden Sie sich gern bei mir.'],
  booking: (url) => `Hier können Sie sich einfach eine Zeit aussuchen: ${url}`,
  card: (url) => `Hier ist meine Karte mit allen Kontaktdaten: ${url}`,
  offer: [
    'Und wenn ich bis dahin etwas für Sie tun kann, sagen Sie mir einfach Bescheid.',
    'Es eilt natürlich nicht.',
  ],
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

const casual: Words = {
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
  wrote: (quote) => `Du hast geschrieben: ${quote} Lass uns gern darüber reden.`,
  hasWritten: 'Danke auch für deine Nachricht, lass uns gern darüber reden.',
  call: ['Wie wäre es demnächst mit einem Kaffee?', 'Hast du in den nächsten Wochen Zeit für einen Kaffee?'],
  reply: ['Sag gern Bescheid!', 'Ich freue mich, von dir zu hören!'],
  booking: (url) => `Hier kannst du dir eine Zeit aussuchen: ${url}`,
  card: (url) => `Meine Karte: ${url}`,
  offer: ['Es eilt natürlich nicht.', 'Und wenn ich etwas für dich tun kann, sag einfach Bescheid.'],
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

export const german: Voice = {
  formal({ name, family, academic, says }) {
    const title = academic ? `${academic.replace(/^(?:dra|dott)\S*$/i, 'Dr.')} ` : '';
    if (!family || !says) return `Guten Tag ${title}${name},`;
    return says === 'man' ? `Sehr geehrter Herr ${title}${family},` : `Sehr geehrte Frau ${title}${family},`;
  },
  onDay: (day, month) => ` am ${day}. ${month}`,
  inMonth: (month, year) => ` im ${month} ${year}`,
  atEvent: (event) => ` bei der Veranstaltung „${event}“`,
  inCity: (city) => ` in ${city}`,
  role: (role) => ` als ${role}`,
  company: (name) => (isPhrase(name) ? null : ` bei ${name}`),
  me: (name, company) => (isPhrase(company) ? `${name} (${company})` : `${name} von ${company}`),
  quote: (text) => `„${sentence(text)}“`,
  professional,
  friendly,
  casual,
};
