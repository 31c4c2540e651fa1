import { isPhrase, type Voice, type Words, withoutPeriod } from '#server/follow-ups/composer/voice.ts';

/** "Lei" in a professional tone, otherwise "tu". The first sentence follows a comma. */

const professional: Words = {
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
  wrote: (quote) => `Nel Suo messaggio ho letto: ${quote} Riprendo volentieri l’argomento.`,
  hasWritten: 'Riprenderò volentieri anche il Suo messaggio.',
  call: [
    'Avrebbe venti minuti per una telefonata nei prossimi giorni?',
    'Se per Lei va bene, possiamo fissare una breve telefonata nei prossimi giorni.',
    'Le andrebbe bene una breve telefonata nei prossimi giorni?',
  ],
  reply: ['Resto in attesa di un Suo riscontro.', 'La ringrazio fin d’ora per la Sua risposta.'],
  booking: (url) => `Può scegliere qui l’orario che preferisce: ${url}`,
  card: (url) => `I miei recapiti aggiornati sono sempre sul mio biglietto da visita digitale: ${url}`,
  offer: [
    'Se nel frattempo posso esserLe utile, me lo faccia sapere.',
    'Resto a Sua disposizione per qualsiasi domanda.',
  ],
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

const friendly: Words = {
  greeting: (name) => `Ciao ${name},`,
  hello: 'Ciao,',
  connected: [
    (met) => `mi ha fatto molto piacere entrare in contatto con te${met}`,
    (met) => `grazie per avermi lasciato i tuoi recapiti${met}`,
  ],
  met: [
    (met) => `è stato un piacere conoscerti${met}`,
    (met) => `mi ha fatto molto piacere incontrarti${met}`,
  ],
  work: 'il tuo lavoro',
  curious: [(work) => `Mi piacerebbe conoscere meglio ${work}`, (work) => `Mi incuriosisce molto ${work}`],
  colleagues: (company) => `È sempre bello conoscere altre persone di ${company}`,
  wrote: (quote) => `Nel tuo messaggio ho letto: ${quote} Ne parlerei volentieri con te.`,
  hasWritten: 'Grazie anche per il tuo messaggio: ne parlerei volentieri con te.',
  call: [
    'Che ne dici di un caffè o di una telefonata uno di questi giorni?',
    'Ti andrebbe un caffè o una breve telefonata nelle prossime settimane?',
    'Se ti va, troviamo mezz’ora per un caffè o una telefonata.',
  ],
  reply: ['Fammi sapere che cosa ne pensi.', 'Aspetto tue notizie!'],
  booking: (url) => `Puoi scegliere un orario qui: ${url}`,
  card: (url) => `Ecco il mio biglietto da visita digitale: ${url}`,
  offer: ['Non c’è nessuna fretta, naturalmente.', 'E se nel frattempo posso darti una mano, dimmi pure.'],
  close: ['Un caro saluto,', 'A presto,'],
  subject: [
    ({ name }) => name && `È stato un piacere, ${name}`,
    () => 'Restiamo in contatto',
    () => 'È stato un piacere',
  ],
  message: {
    greeting: (name) => `Ciao ${name},`,
    hello: 'Ciao,',
    me: (me) => `sono ${me}`,
    pleased: [
      'Mi ha fatto molto piacere entrare in contatto con te. Sentiamoci presto!',
      'È stato un piacere entrare in contatto con te. Spero di risentirti presto!',
    ],
    card: (url) => `Ecco il mio biglietto digitale: ${url}`,
  },
};

const casual: Words = {
  ...friendly,
  connected: [
    (met) => `è stato bello entrare in contatto${met}!`,
    (met) => `mi ha fatto proprio piacere entrare in contatto${met}!`,
  ],
  met: [
    (met) => `è stato bello conoscerti${met}!`,
    (met) => `mi ha fatto proprio piacere incontrarti${met}!`,
  ],
  curious: [(work) => `Mi incuriosisce ${work}`, (work) => `Vorrei proprio conoscere meglio ${work}`],
  wrote: (quote) => `Nel tuo messaggio ho letto: ${quote} Ne parliamo quando vuoi.`,
  hasWritten: 'Grazie anche per il tuo messaggio, ne parliamo quando vuoi.',
  call: ['Ci prendiamo un caffè uno di questi giorni?', 'Ti va un caffè nelle prossime settimane?'],
  reply: ['Fammi sapere!', 'Aspetto tue notizie!'],
  card: (url) => `Il mio biglietto: ${url}`,
  offer: ['Non c’è fretta, naturalmente.', 'E se posso darti una mano, dimmi pure.'],
  close: ['A presto,', 'Un saluto,'],
  subject: [() => 'Un caffè?', () => 'Restiamo in contatto'],
  message: {
    ...friendly.message,
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
  onDay: (day, month) =>
    day === 8 || day === 11 ? ` l’${day} ${month}` : ` il ${day === 1 ? '1º' : day} ${month}`,
  inMonth: (month, year) => ` ${/^[aeiou]/.test(month) ? 'nell’' : 'nel '}${month} ${year}`,
  atEvent: (event) => ` all’evento «${event}»`,
  inCity: (city) =>
    /^(?:il|la|lo|l['’])\s?/i.test(city) ? null : ` ${/^a/i.test(city) ? 'ad' : 'a'} ${city}`,
  role: (role) => ` come ${role}`,
  company: (name) => ` presso ${name}`,
  me: (name, company) => (isPhrase(company) ? `${name} (${company})` : `${name} di ${company}`),
  quote: (text) => `«${withoutPeriod(text)}».`,
  professional,
  friendly,
  casual,
};
