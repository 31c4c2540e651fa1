import { sentence, type Voice, type Words, withoutPeriod } from '#server/follow-ups/composer/voice.ts';

/** "Usted" in a professional tone, otherwise "tú". A greeting ends with a colon. */

const professional: Words = {
  greeting: (name) => `Buenos días, ${name}:`,
  hello: 'Buenos días:',
  connected: [
    (met) => `Le agradezco que me facilitara sus datos de contacto${met}`,
    (met) => `Fue un placer entrar en contacto con usted${met}`,
    (met) => `Me alegra que entráramos en contacto${met}`,
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
  wrote: (quote) => `En su mensaje decía: ${quote} Con gusto retomo el tema.`,
  hasWritten: 'Gracias también por su mensaje; con gusto retomo el tema.',
  call: [
    '¿Tendría veinte minutos para una llamada en los próximos días?',
    'Si le parece bien, podemos acordar una breve llamada en los próximos días.',
    '¿Le vendría bien una breve llamada en los próximos días?',
  ],
  reply: ['Quedo a la espera de su respuesta.', 'Le agradezco de antemano su respuesta.'],
  booking: (url) => `Puede elegir la hora que prefiera aquí: ${url}`,
  card: (url) => `En mi tarjeta encontrará siempre mis datos actualizados: ${url}`,
  offer: [
    'Si puedo serle de ayuda mientras tanto, no dude en decírmelo.',
    'Quedo a su disposición para cualquier consulta.',
  ],
  close: ['Un cordial saludo,', 'Atentamente,'],
  subject: [
    ({ companies }) => companies && `${companies.own} – ${companies.theirs}: nuestro contacto`,
    () => 'Gracias por su contacto',
    () => 'Un placer entrar en contacto',
  ],
  message: {
    greeting: (name) => `Buenos días, ${sentence(name)}`,
    hello: 'Buenos días.',
    me: (me) => `Soy ${me}`,
    pleased: [
      'Le agradezco sus datos de contacto. Quedo a su disposición.',
      'Fue un placer entrar en contacto con usted. Espero que podamos hablar pronto.',
    ],
    card: (url) => `Aquí encontrará mis datos: ${url}`,
  },
};

const friendly: Words = {
  greeting: (name) => `Hola, ${name}:`,
  hello: 'Hola:',
  connected: [
    (met) => `Me alegró mucho entrar en contacto contigo${met}`,
    (met) => `Fue un gusto entrar en contacto contigo${met}`,
  ],
  met: [(met) => `Fue un gusto coincidir contigo${met}`, (met) => `Me gustó mucho conocerte${met}`],
  work: 'tu trabajo',
  curious: [
    (work) => `Me encantaría saber más sobre ${work}`,
    (work) => `A ver si un día me cuentas más sobre ${work}`,
  ],
  colleagues: (company) => `Siempre da gusto conocer a más gente en ${company}`,
  wrote: (quote) => `En tu mensaje decías: ${quote} Me encantaría hablarlo contigo.`,
  hasWritten: 'Gracias también por tu mensaje; me encantaría hablarlo contigo.',
  call: [
    '¿Qué te parece si tomamos un café o hablamos un rato uno de estos días?',
    '¿Te vendría bien un café o una llamada corta en las próximas semanas?',
    'Si te parece, busquemos media hora para un café o una llamada.',
  ],
  reply: ['Me encantará saber qué opinas.', 'Ya me dirás qué te parece.'],
  booking: (url) => `Puedes elegir la hora aquí: ${url}`,
  card: (url) => `Aquí tienes mi tarjeta con todos mis datos: ${url}`,
  offer: ['No hay ninguna prisa, por supuesto.', 'Y si puedo ayudarte en algo mientras tanto, dímelo.'],
  close: ['Un saludo,', 'Saludos,'],
  subject: [
    ({ name }) => name && `Un gusto entrar en contacto, ${name}`,
    () => 'Seguimos en contacto',
    () => 'Un gusto entrar en contacto',
  ],
  message: {
    greeting: (name) => `Hola, ${sentence(name)}`,
    hello: 'Hola.',
    me: (me) => `Soy ${me}`,
    pleased: [
      'Fue un gusto entrar en contacto contigo. ¡Seguimos hablando!',
      'Me alegró mucho entrar en contacto contigo. ¡Hablamos pronto!',
    ],
    card: (url) => `Aquí tienes mi tarjeta: ${url}`,
  },
};

const casual: Words = {
  ...friendly,
  connected: [
    (met) => `¡Me alegra mucho que entráramos en contacto${met}!`,
    (met) => `¡Me alegró mucho entrar en contacto contigo${met}!`,
  ],
  met: [(met) => `¡Qué bien que coincidiéramos${met}!`, (met) => `¡Fue genial conocerte${met}!`],
  curious: [
    (work) => `Tienes que contarme más sobre ${work}`,
    (work) => `A ver si un día me cuentas más sobre ${work}`,
  ],
  wrote: (quote) => `En tu mensaje decías: ${quote} ¡Lo hablamos cuando quieras!`,
  hasWritten: 'Gracias también por tu mensaje. ¡Lo hablamos cuando quieras!',
  call: ['¿Un café un día de estos?', '¿Nos tomamos un café pronto?'],
  reply: ['¡Ya me dirás!', '¡Hablamos pronto!'],
  booking: (url) => `Elige la hora aquí: ${url}`,
  card: (url) => `Mi tarjeta: ${url}`,
  offer: ['Sin prisa, por supuesto.', 'Y si puedo ayudarte en algo, dímelo.'],
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
  onDay: (day, month) => ` el ${day} de ${month}`,
  inMonth: (month, year) => ` en ${month} de ${year}`,
  atEvent: (event) => ` en el evento «${event}»`,
  inCity: (city) => ` en ${city}`,
  role: (role) => ` como ${role}`,
  company: (name) => ` en ${name}`,
  me: (name, company) => `${name}, de ${company}`,
  quote: (text) => `«${withoutPeriod(text)}».`,
  professional,
  friendly,
  casual,
};
