import { type ComposerWords, endSentence, type Voice } from '#server/people/follow-ups/composer/voice.ts';

/** A greeting ends with a colon. */

const professional: ComposerWords = {
  greeting: (name) => `Buenos días, ${name}:`,
  hello: 'Buenos días:',
  connected: [
    (met) => `Gracias por compartir sus datos de contacto conmigo${met}`,
    (met) => `Fue un placer entrar en contacto con usted${met}`,
    (met) => `Me alegró mucho entrar en contacto con usted${met}`,
  ],
  met: [
    (met) => `Fue un placer coincidir con usted${met}`,
    (met) => `Le agradezco el tiempo que me dedicó${met}`,
  ],
  work: 'su trabajo',
  curious: [
    (work) => `Me gustaría saber más sobre ${work}`,
    (work) => `Me interesaría conocer mejor ${work}`,
  ],
  colleagues: (company) => `Siempre es bueno conocer a más personas en ${company}`,
  thanks: 'Gracias también por su mensaje.',
  more: 'Si tiene cualquier otra pregunta, no dude en escribirme.',
  call: [
    '¿Tendría veinte minutos para una llamada en los próximos días?',
    'Si le parece bien, podemos acordar una breve llamada en los próximos días.',
    '¿Le vendría bien una breve llamada en los próximos días?',
  ],
  reply: ['Quedo a la espera de su respuesta.', 'Le agradezco de antemano su respuesta.'],
  booking: (url) => `Puede elegir la hora que prefiera aquí: ${url}`,
  card: (url) => `En mi tarjeta encontrará siempre mis datos actualizados: ${url}`,
  afterCall: [
    'Si puedo serle de ayuda mientras tanto, no dude en decírmelo.',
    'Quedo a su disposición para cualquier consulta.',
  ],
  offer: 'Quedo a su disposición para cualquier consulta.',
  close: ['Un cordial saludo,', 'Atentamente,'],
  subject: [
    ({ companies }) => companies && `${companies.own} – ${companies.theirs}: nuestro contacto`,
    () => 'Gracias por su contacto',
    () => 'Un placer entrar en contacto',
  ],
  message: {
    greeting: (name) => `Buenos días, ${endSentence(name)}`,
    hello: 'Buenos días.',
    me: (me) => `Soy ${me}`,
    pleased: [
      'Le agradezco sus datos de contacto. Quedo a su disposición.',
      'Fue un placer entrar en contacto con usted. Espero que podamos hablar pronto.',
    ],
    card: (url) => `Aquí encontrará mis datos: ${url}`,
  },
};

const friendly: ComposerWords = {
  greeting: (name) => `Hola, ${name}:`,
  hello: 'Hola:',
  connected: [
    (met) => `Me alegró mucho entrar en contacto con usted${met}`,
    (met) => `Fue un gusto entrar en contacto con usted${met}`,
  ],
  met: [(met) => `Fue un gusto coincidir con usted${met}`, (met) => `Me gustó mucho hablar con usted${met}`],
  work: 'su trabajo',
  curious: [
    (work) => `Me encantaría saber más sobre ${work}`,
    (work) => `Espero que un día me cuente más sobre ${work}`,
  ],
  colleagues: (company) => `Siempre da gusto conocer a más gente en ${company}`,
  thanks: 'Gracias también por su mensaje.',
  more: 'Si tiene alguna otra pregunta, escríbame cuando quiera.',
  call: [
    '¿Qué le parece si tomamos un café o hablamos un rato uno de estos días?',
    '¿Le vendría bien un café o una llamada corta en las próximas semanas?',
    'Si le parece, busquemos media hora para un café o una llamada.',
  ],
  reply: ['Me encantará saber qué opina.', 'Ya me dirá qué le parece.'],
  booking: (url) => `Puede elegir la hora aquí: ${url}`,
  card: (url) => `Aquí tiene mi tarjeta con todos mis datos: ${url}`,
  afterCall: ['No hay ninguna prisa, por supuesto.', 'Y si puedo ayudarle en algo mientras tanto, dígamelo.'],
  offer: 'Y si puedo ayudarle en algo, dígamelo.',
  close: ['Un saludo,', 'Saludos,'],
  subject: [
    ({ name }) => name && `Un gusto entrar en contacto, ${name}`,
    () => 'Seguimos en contacto',
    () => 'Un gusto entrar en contacto',
  ],
  message: {
    greeting: (name) => `Hola, ${endSentence(name)}`,
    hello: 'Hola.',
    me: (me) => `Soy ${me}`,
    pleased: [
      'Fue un gusto entrar en contacto con usted. Seguimos en contacto.',
      'Me alegró mucho entrar en contacto con usted. Hablamos pronto.',
    ],
    card: (url) => `Aquí tiene mi tarjeta: ${url}`,
  },
};

const casual: ComposerWords = {
  ...friendly,
  connected: [
    (met) => `¡Qué gusto haber entrado en contacto contigo${met}!`,
    (met) => `¡Me alegró mucho entrar en contacto contigo${met}!`,
  ],
  met: [(met) => `¡Qué bien haber coincidido contigo${met}!`, (met) => `¡Fue genial conocerte${met}!`],
  work: 'tu trabajo',
  curious: [
    (work) => `Tienes que contarme más sobre ${work}`,
    (work) => `A ver si un día me cuentas más sobre ${work}`,
  ],
  thanks: '¡Gracias por tu mensaje!',
  more: 'Si tienes alguna otra pregunta, escríbeme cuando quieras.',
  call: ['¿Un café un día de estos?', '¿Nos tomamos un café pronto?'],
  reply: ['¡Ya me dirás!', '¡Hablamos pronto!'],
  booking: (url) => `Elige la hora aquí: ${url}`,
  card: (url) => `Mi tarjeta: ${url}`,
  afterCall: ['Sin prisa, por supuesto.', 'Y si puedo ayudarte en algo, dímelo.'],
  offer: 'Y si puedo ayudarte en algo, dímelo.',
  close: ['Un abrazo,', 'Saludos,'],
  subject: [() => '¿Un café?', () => 'Seguimos en contacto'],
  message: {
    ...friendly.message,
    pleased: [
      '¡Qué bien que hayamos entrado en contacto! Seguimos hablando.',
      '¡Me alegró mucho entrar en contacto! Hablamos pronto.',
    ],
    card: (url) => `Mi tarjeta: ${url}`,
  },
};

export const spanish: Voice = {
  formal({ name, family, academic, says }) {
    if (!family || !(academic || says)) return `Buenos días, ${name}:`;
    if (says === 'man') return `Estimado ${academic ?? 'Sr.'} ${family}:`;
    if (says === 'woman') return `Estimada ${academic ?? 'Sra.'} ${family}:`;
    return `Buenos días, ${academic} ${family}:`;
  },
  today: ' hoy',
  yesterday: ' ayer',
  lastWeek: ' la semana pasada',
  onWeekday: (day) => ` el ${day}`,
  onDay: (day, month) => ` el ${day} de ${month}`,
  inMonth: (month, year) => ` en ${month} de ${year}`,
  atEvent: (event) => ` en el evento «${event}»`,
  inCity: (city) => ` en ${city}`,
  role: (role) => ` como ${role}`,
  company: (name) => ` en ${name}`,
  me: (name, company) => `${name}, de ${company}`,
  professional,
  friendly,
  casual,
};
