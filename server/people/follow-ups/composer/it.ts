import { type ComposerWords, isPhrase, type Voice } from '#server/people/follow-ups/composer/voice.ts';

/** The first sentence follows a comma. */

const professional: ComposerWords = {
  greeting: (name) => `Gentile ${name},`,
  hello: 'Buongiorno,',
  connected: [
    (met) => `La ringrazio per avermi lasciato i Suoi recapiti${met}`,
    (met) => `è stato un piacere entrare in contatto con Lei${met}`,
  ],
  met: [
    (met) => `è stato un piacere incontrarLa${met}`,
    (met) => `La ringrazio per il tempo che mi ha dedicato${met}`,
  ],
  work: 'il Suo lavoro',
  curious: [
    (work) => `Mi farebbe piacere conoscere meglio ${work}`,
    (work) => `Mi interesserebbe conoscere più da vicino ${work}`,
  ],
  colleagues: (company) => `Fa sempre piacere conoscere altre persone di ${company}`,
  thanks: 'La ringrazio anche per il Suo messaggio.',
  more: 'Per qualsiasi altra domanda resto a Sua disposizione.',
  call: [
    'Avrebbe venti minuti per una telefonata nei prossimi giorni?',
    'Se per Lei va bene, possiamo fissare una breve telefonata nei prossimi giorni.',
    'Le andrebbe bene una breve telefonata nei prossimi giorni?',
  ],
  reply: ['Resto in attesa di un Suo riscontro.', 'La ringrazio fin d’ora per la Sua risposta.'],
  booking: (url) => `Può scegliere qui l’orario che preferisce: ${url}`,
  card: (url) => `I miei recapiti aggiornati sono sempre sul mio biglietto da visita digitale: ${url}`,
  afterCall: [
    'Se nel frattempo posso esserLe utile, me lo faccia sapere.',
    'Resto a Sua disposizione per qualsiasi domanda.',
  ],
  offer: 'Resto a Sua disposizione per qualsiasi domanda.',
  close: ['Cordiali saluti,', 'Un cordiale saluto,'],
  subject: [
    ({ companies }) => companies && `${companies.own} – ${companies.theirs}: il nostro contatto`,
    () => 'Grazie per il Suo contatto',
    () => 'Il nostro contatto',
  ],
  message: {
    greeting: (name) => `Buongiorno ${name},`,
    hello: 'Buongiorno,',
    me: (me) => `sono ${me}`,
    pleased: [
      'La ringrazio per avermi lasciato i Suoi recapiti. Resto a Sua disposizione.',
      'È stato un piacere entrare in contatto con Lei. Spero di risentirLa presto.',
    ],
    card: (url) => `I miei recapiti sono qui: ${url}`,
  },
};

const friendly: ComposerWords = {
  greeting: (name) => `Buongiorno ${name},`,
  hello: 'Buongiorno,',
  connected: [
    (met) => `mi ha fatto molto piacere entrare in contatto con Lei${met}`,
    (met) => `grazie per avermi lasciato i Suoi recapiti${met}`,
  ],
  met: [
    (met) => `è stato un piacere conoscerLa${met}`,
    (met) => `mi ha fatto molto piacere incontrarLa${met}`,
  ],
  work: 'il Suo lavoro',
  curious: [(work) => `Mi piacerebbe conoscere meglio ${work}`, (work) => `Mi incuriosisce molto ${work}`],
  colleagues: (company) => `È sempre bello conoscere altre persone di ${company}`,
  thanks: 'Grazie anche per il Suo messaggio.',
  more: 'Se ha altre domande, mi scriva pure.',
  call: [
    'Che ne dice di un caffè o di una telefonata uno di questi giorni?',
    'Le andrebbe un caffè o una breve telefonata nelle prossime settimane?',
    'Se Le va, troviamo mezz’ora per un caffè o una telefonata.',
  ],
  reply: ['Mi faccia sapere che cosa ne pensa.', 'Aspetto Sue notizie!'],
  booking: (url) => `Può scegliere un orario qui: ${url}`,
  card: (url) => `Ecco il mio biglietto da visita digitale: ${url}`,
  afterCall: [
    'Non c’è nessuna fretta, naturalmente.',
    'E se nel frattempo posso darLe una mano, mi dica pure.',
  ],
  offer: 'E se posso darLe una mano, mi dica pure.',
  close: ['Un caro saluto,', 'A presto,'],
  subject: [
    ({ name }) => name && `È stato un piacere, ${name}`,
    () => 'Restiamo in contatto',
    () => 'È stato un piacere',
  ],
  message: {
    greeting: (name) => `Buongiorno ${name},`,
    hello: 'Buongiorno,',
    me: (me) => `sono ${me}`,
    pleased: [
      'Mi ha fatto molto piacere entrare in contatto con Lei. A presto!',
      'È stato un piacere entrare in contatto con Lei. Spero di risentirLa presto!',
    ],
    card: (url) => `Ecco il mio biglietto digitale: ${url}`,
  },
};

const casual: ComposerWords = {
  ...friendly,
  greeting: (name) => `Ciao ${name},`,
  hello: 'Ciao,',
  connected: [
    (met) => `è stato bello entrare in contatto${met}!`,
    (met) => `mi ha fatto proprio piacere entrare in contatto${met}!`,
  ],
  met: [
    (met) => `è stato bello conoscerti${met}!`,
    (met) => `mi ha fatto proprio piacere incontrarti${met}!`,
  ],
  work: 'il tuo lavoro',
  curious: [(work) => `Mi incuriosisce ${work}`, (work) => `Vorrei proprio conoscere meglio ${work}`],
  thanks: 'Grazie per il tuo messaggio!',
  more: 'Se hai altre domande, scrivimi pure.',
  call: ['Ci prendiamo un caffè uno di questi giorni?', 'Ti va un caffè nelle prossime settimane?'],
  reply: ['Fammi sapere!', 'Aspetto tue notizie!'],
  booking: (url) => `Puoi scegliere un orario qui: ${url}`,
  card: (url) => `Il mio biglietto: ${url}`,
  afterCall: ['Non c’è fretta, naturalmente.', 'E se posso darti una mano, dimmi pure.'],
  offer: 'E se posso darti una mano, dimmi pure.',
  close: ['A presto,', 'Un saluto,'],
  subject: [() => 'Un caffè?', () => 'Restiamo in contatto'],
  message: {
    ...friendly.message,
    greeting: (name) => `Ciao ${name},`,
    hello: 'Ciao,',
    pleased: [
      'È stato bello entrare in contatto, sentiamoci presto!',
      'Mi ha fatto proprio piacere entrare in contatto. A presto!',
    ],
    card: (url) => `Il mio biglietto: ${url}`,
  },
};

export const italian: Voice = {
  formal({ name, family, academic, says }) {
    if (!family || !(academic || says)) return `Gentile ${name},`;
    return `Gentile ${academic ?? (says === 'man' ? 'Sig.' : 'Sig.ra')} ${family},`;
  },
  today: ' oggi',
  yesterday: ' ieri',
  lastWeek: ' la settimana scorsa',
  onWeekday: (day) => ` ${day}`,
  onDay: (day, month) =>
    day === 8 || day === 11 ? ` l’${day} ${month}` : ` il ${day === 1 ? '1º' : day} ${month}`,
  inMonth: (month, year) => ` ${/^[aeiou]/.test(month) ? 'nell’' : 'nel '}${month} ${year}`,
  atEvent: (event) => ` all’evento «${event}»`,
  inCity: (city) =>
    /^(?:il|la|lo|l['’])\s?/i.test(city) ? null : ` ${/^a/i.test(city) ? 'ad' : 'a'} ${city}`,
  role: (role) => ` come ${role}`,
  company: (name) => ` presso ${name}`,
  me: (name, company) => (isPhrase(company) ? `${name} (${company})` : `${name} di ${company}`),
  professional,
  friendly,
  casual,
};
