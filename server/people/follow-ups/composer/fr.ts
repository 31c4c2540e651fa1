import { type ComposerWords, isPhrase, type Voice } from '#server/people/follow-ups/composer/voice.ts';

/** The spaces before : ! ? and within « » do not break, as French typography has it. */

const professional: ComposerWords = {
  greeting: (name) => `Bonjour ${name},`,
  hello: 'Bonjour,',
  connected: [
    (met) => `Merci de m’avoir transmis vos coordonnées${met}`,
    (met) => `C’était un plaisir d’entrer en contact avec vous${met}`,
  ],
  met: [
    (met) => `C’était un plaisir de vous rencontrer${met}`,
    (met) => `Merci pour le temps que vous m’avez accordé${met}`,
  ],
  work: 'votre travail',
  curious: [
    (work) => `J’aimerais en savoir plus sur ${work}`,
    (work) => `Je souhaiterais mieux connaître ${work}`,
  ],
  colleagues: (company) => `C’est toujours un plaisir de connaître de nouvelles personnes chez ${company}`,
  thanks: 'Merci également pour votre message.',
  more: 'N’hésitez pas à revenir vers moi si vous avez d’autres questions.',
  call: [
    'Auriez-vous une vingtaine de minutes pour un appel dans les prochains jours\u202f?',
    'Si cela vous convient, nous pourrions prévoir un court appel dans les prochains jours.',
    'Un court appel dans les prochains jours vous conviendrait-il\u202f?',
  ],
  reply: ['Je vous remercie par avance de votre retour.', 'Au plaisir de vous lire.'],
  booking: (url) => `Vous pouvez choisir un créneau ici\u00a0: ${url}`,
  card: (url) => `Vous trouverez toujours mes coordonnées à jour sur ma carte\u00a0: ${url}`,
  afterCall: [
    'Si je peux vous être utile d’ici là, n’hésitez pas à me le faire savoir.',
    'Je reste à votre disposition pour toute question.',
  ],
  offer: 'Je reste à votre disposition pour toute question.',
  close: ['Bien cordialement,', 'Cordialement,'],
  subject: [
    ({ companies }) => companies && `${companies.own} et ${companies.theirs}\u00a0: prise de contact`,
    () => 'Suite à notre prise de contact',
    () => 'Merci pour votre contact',
  ],
  message: {
    greeting: (name) => `Bonjour ${name},`,
    hello: 'Bonjour,',
    me: (me) => `c’est ${me}`,
    pleased: [
      'Merci de m’avoir transmis vos coordonnées. Au plaisir d’échanger avec vous.',
      'C’était un plaisir d’entrer en contact avec vous. Je reste à votre disposition.',
    ],
    card: (url) => `Vous trouverez mes coordonnées ici\u00a0: ${url}`,
  },
};

const friendly: ComposerWords = {
  greeting: (name) => `Bonjour ${name},`,
  hello: 'Bonjour,',
  connected: [
    (met) => `C’était un plaisir d’entrer en contact avec vous${met}`,
    (met) => `Cela m’a fait plaisir d’entrer en contact avec vous${met}`,
  ],
  met: [
    (met) => `J’ai eu beaucoup de plaisir à vous rencontrer${met}`,
    (met) => `C’était un plaisir de faire votre connaissance${met}`,
  ],
  work: 'votre travail',
  curious: [
    (work) => `J’aimerais beaucoup en savoir plus sur ${work}`,
    (work) => `À l’occasion, dites-m’en plus sur ${work}`,
  ],
  colleagues: (company) => `C’est toujours sympathique de connaître du monde chez ${company}`,
  thanks: 'Merci aussi pour votre message.',
  more: 'Si vous avez d’autres questions, n’hésitez pas.',
  call: [
    'Que diriez-vous d’un café ou d’un petit appel dans les prochaines semaines\u202f?',
    'Un café ou un petit appel un de ces jours, cela vous dirait\u202f?',
    'Et si nous prenions un moment pour un café ou un appel\u202f?',
  ],
  reply: ['Au plaisir de vous lire\u202f!', 'Dites-moi ce que vous en pensez.'],
  booking: (url) => `Vous pouvez choisir un moment ici\u00a0: ${url}`,
  card: (url) => `Voici ma carte, pour garder le contact\u00a0: ${url}`,
  afterCall: ['Rien ne presse, bien sûr.', 'Et si je peux vous aider d’ici là, dites-le-moi.'],
  offer: 'Et si je peux vous aider, dites-le-moi.',
  close: ['Bien à vous,', 'Belle journée,'],
  subject: [
    ({ name }) => name && `Au plaisir d’échanger, ${name}`,
    () => 'Au plaisir d’échanger',
    () => 'Restons en contact',
  ],
  message: {
    greeting: (name) => `Bonjour ${name},`,
    hello: 'Bonjour,',
    me: (me) => `c’est ${me}`,
    pleased: [
      'C’était un plaisir d’entrer en contact avec vous. Au plaisir d’échanger\u202f!',
      'Cela m’a fait plaisir d’entrer en contact avec vous. À bientôt, j’espère\u202f!',
    ],
    card: (url) => `Voici ma carte\u00a0: ${url}`,
  },
};

const casual: ComposerWords = {
  ...friendly,
  greeting: (name) => `Salut ${name},`,
  hello: 'Salut,',
  connected: [
    (met) => `C’était chouette d’entrer en contact${met}\u202f!`,
    (met) => `Ça m’a fait plaisir d’entrer en contact avec toi${met}\u202f!`,
  ],
  met: [
    (met) => `C’était chouette de se rencontrer${met}\u202f!`,
    (met) => `Ça m’a fait plaisir de te rencontrer${met}\u202f!`,
  ],
  work: 'ton travail',
  curious: [
    (work) => `J’aimerais bien en savoir plus sur ${work}`,
    (work) => `À l’occasion, dis-m’en plus sur ${work}`,
  ],
  thanks: 'Merci pour ton message\u202f!',
  more: 'Si tu as d’autres questions, n’hésite pas.',
  call: ['Un café un de ces jours, ça te dit\u202f?', 'On prend un café bientôt\u202f?'],
  reply: ['Dis-moi ce que tu en penses\u202f!', 'À bientôt\u202f!'],
  booking: (url) => `Tu peux choisir un moment ici\u00a0: ${url}`,
  card: (url) => `Ma carte\u00a0: ${url}`,
  afterCall: ['Rien ne presse, bien sûr.', 'Et si je peux t’aider, dis-le-moi.'],
  offer: 'Et si je peux t’aider, dis-le-moi.',
  close: ['Bonne journée,', 'Amicalement,'],
  subject: [() => 'Un café\u202f?', () => 'Restons en contact'],
  message: {
    ...friendly.message,
    pleased: [
      'C’était chouette d’entrer en contact. Restons en lien\u202f!',
      'Ça m’a fait plaisir d’entrer en contact. À bientôt\u202f!',
    ],
    card: (url) => `Ma carte\u00a0: ${url}`,
  },
};

export const french: Voice = {
  formal({ name, family, academic, says }) {
    if (!family || !(academic || says)) return `Bonjour ${name},`;
    if (academic) return `Bonjour ${academic.replace(/^Dr\.$/, 'Dr')} ${family},`;
    return `Bonjour ${says === 'man' ? 'Monsieur' : 'Madame'} ${family},`;
  },
  today: ' aujourd’hui',
  yesterday: ' hier',
  lastWeek: ' la semaine dernière',
  onWeekday: (day) => ` ${day}`,
  onDay: (day, month) => ` le ${day === 1 ? '1er' : day} ${month}`,
  inMonth: (month, year) => ` en ${month} ${year}`,
  atEvent: (event) => ` lors de l’événement «\u00a0${event}\u00a0»`,
  inCity: (city) => (/^(?:le|la|les)\s/i.test(city) ? null : ` à ${city}`),
  role: (role) => ` comme ${role}`,
  company: (name) => (isPhrase(name) ? null : ` chez ${name}`),
  me: (name, company) => `${name} (${company})`,
  professional,
  friendly,
  casual,
};
