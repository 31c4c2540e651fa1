import { type ComposerWords, endSentence, type Voice } from '#server/people/follow-ups/composer/voice.ts';

/** As in Brazil: "você", possessives without an article, and no words of Portugal. */

const professional: ComposerWords = {
  greeting: (name) => `Olá, ${name},`,
  hello: 'Olá,',
  connected: [
    (met) => `Agradeço por ter compartilhado seus dados de contato comigo${met}`,
    (met) => `Foi um prazer entrar em contato com você${met}`,
  ],
  met: [
    (met) => `Foi um prazer conhecer você${met}`,
    (met) => `Agradeço pelo tempo que você me dedicou${met}`,
  ],
  work: 'seu trabalho',
  curious: [
    (work) => `Gostaria de saber mais sobre ${work}`,
    (work) => `Tenho muito interesse em conhecer melhor ${work}`,
  ],
  colleagues: (company) => `É sempre bom conhecer mais pessoas ${chooseArticle(company, 'd')} ${company}`,
  thanks: 'Agradeço também pela sua mensagem.',
  more: 'Se tiver qualquer outra dúvida, estou à disposição.',
  call: [
    'Você teria vinte minutos para uma conversa nos próximos dias?',
    'Se for conveniente, podemos marcar uma breve conversa nos próximos dias.',
    'Seria possível conversarmos brevemente nos próximos dias?',
  ],
  reply: ['Aguardo seu retorno.', 'Desde já, agradeço pelo retorno.'],
  booking: (url) => `Você pode escolher um horário aqui: ${url}`,
  card: (url) => `Meus dados atualizados estão sempre no meu cartão: ${url}`,
  afterCall: [
    'Se eu puder ajudar em algo até lá, estou à disposição.',
    'Fico à disposição para qualquer dúvida.',
  ],
  offer: 'Fico à disposição para qualquer dúvida.',
  close: ['Atenciosamente,', 'Cordialmente,'],
  subject: [
    ({ companies }) => companies && `${companies.own} e ${companies.theirs}: nosso contato`,
    () => 'Sobre o nosso contato',
    () => 'Foi um prazer',
  ],
  message: {
    greeting: (name) => `Olá, ${endSentence(name)}`,
    hello: 'Olá.',
    me: (me) => `Aqui é ${me}`,
    pleased: [
      'Agradeço por ter compartilhado seus dados de contato comigo. Fico à disposição.',
      'Foi um prazer entrar em contato com você. Espero que possamos conversar em breve.',
    ],
    card: (url) => `Meus dados estão aqui: ${url}`,
  },
};

const friendly: ComposerWords = {
  greeting: (name) => `Olá, ${name},`,
  hello: 'Olá,',
  connected: [
    (met) => `Foi muito bom entrar em contato com você${met}`,
    (met) => `Gostei muito de trocar contatos com você${met}`,
  ],
  met: [(met) => `Foi ótimo conhecer você${met}`, (met) => `Gostei muito de conversar com você${met}`],
  work: 'seu trabalho',
  curious: [
    (work) => `Adoraria saber mais sobre ${work}`,
    (work) => `Fiquei com vontade de saber mais sobre ${work}`,
  ],
  colleagues: (company) => `É sempre bom conhecer mais gente ${chooseArticle(company, 'd')} ${company}`,
  thanks: 'Agradeço também pela mensagem.',
  more: 'Se tiver mais alguma dúvida, é só me chamar.',
  call: [
    'Que tal um café ou uma conversa rápida nas próximas semanas?',
    'Vamos marcar um café ou uma conversa rápida qualquer dia desses?',
    'Que tal reservarmos meia hora para um café ou uma ligação?',
  ],
  reply: ['Adoraria saber o que você acha.', 'Me conta o que você acha!'],
  booking: (url) => `É só escolher um horário aqui: ${url}`,
  card: (url) => `Aqui está meu cartão, com todos os meus dados: ${url}`,
  afterCall: ['Sem pressa, claro.', 'E se eu puder ajudar em algo até lá, é só falar.'],
  offer: 'E se eu puder ajudar em algo, é só falar.',
  close: ['Um abraço,', 'Até breve,'],
  subject: [
    ({ name }) => name && `Foi um prazer, ${name}`,
    () => 'Vamos manter contato',
    () => 'Foi um prazer',
  ],
  message: {
    greeting: (name) => `Olá, ${name}!`,
    hello: 'Olá!',
    me: (me) => `Aqui é ${me}`,
    pleased: [
      'Foi muito bom entrar em contato com você. Espero que possamos conversar em breve!',
      'Gostei muito de trocar contatos com você. Vamos nos falando!',
    ],
    card: (url) => `Aqui está meu cartão: ${url}`,
  },
};

const casual: ComposerWords = {
  ...friendly,
  greeting: (name) => `Oi, ${name}!`,
  hello: 'Oi!',
  connected: [
    (met) => `Que bom trocar contatos com você${met}!`,
    (met) => `Adorei trocar contatos com você${met}!`,
  ],
  met: [(met) => `Foi ótimo conhecer você${met}!`, (met) => `Adorei conversar com você${met}!`],
  thanks: 'Valeu pela mensagem!',
  more: 'Se tiver mais alguma dúvida, é só me chamar.',
  call: ['Que tal um café qualquer dia desses?', 'Que tal um café nas próximas semanas?'],
  reply: ['Me conta o que você acha!', 'Vamos nos falando!'],
  booking: (url) => `É só escolher um horário: ${url}`,
  card: (url) => `Meu cartão: ${url}`,
  afterCall: ['Sem pressa, claro.', 'E se eu puder ajudar em algo, é só falar.'],
  offer: 'E se eu puder ajudar em algo, é só falar.',
  close: ['Um abraço,', 'Até mais,'],
  subject: [() => 'Que tal um café?', () => 'Vamos manter contato'],
  message: {
    ...friendly.message,
    greeting: (name) => `Oi, ${name}!`,
    hello: 'Oi!',
    pleased: ['Adorei trocar contatos com você. Até mais!', 'Que bom trocar contatos! Vamos nos falando.'],
    card: (url) => `Meu cartão: ${url}`,
  },
};

/** Companies are feminine ("a empresa") unless their name is known, or begins with a word, to be masculine. */
const MASCULINE =
  /^(?:banco|grupo|instituto|hospital|minist[eé]rio|governo|tribunal|col[eé]gio|centro|est[uú]dio|escrit[oó]rio|laborat[oó]rio|mercado|museu|hotel|jornal|clube|gabinete|munic[ií]pio|servi[cç]o|sindicato|conselho|google|facebook|instagram|linkedin|twitter|youtube|whatsapp|spotify|itaú|bradesco|santander|nubank|novo banco|sebrae|senai|sesc|bndes|ifood|magalu)(?:\s|$)/iu;
const PLURAL = /^(?:os|as|correios|lojas|casas)(?:\s|$)/iu;
const OWN_ARTICLE = /^(?:o|a|os|as)\s/iu;

/** "em" or "de" with the article of a company: na Acme, do Banco do Brasil. */
function chooseArticle(company: string, preposition: 'n' | 'd'): string {
  if (OWN_ARTICLE.test(company)) return preposition === 'n' ? 'em' : 'de';
  if (PLURAL.test(company)) return `${preposition}${/^correios/iu.test(company) ? 'os' : 'as'}`;
  return `${preposition}${MASCULINE.test(company) ? 'o' : 'a'}`;
}

/** Cities that take an article: no Porto, no Rio de Janeiro. */
const WITH_ARTICLE = /^(?:porto|rio de janeiro|rio|recife|cairo|funchal|estoril)$/iu;

export const portuguese: Voice = {
  formal({ name, family, academic, says }) {
    if (!family || !(academic || says)) return `Olá, ${name},`;
    if (says === 'man') return `Prezado ${academic ?? 'Sr.'} ${family},`;
    if (says === 'woman') return `Prezada ${academic ?? 'Sra.'} ${family},`;
    return `Olá, ${academic} ${family},`;
  },
  today: ' hoje',
  yesterday: ' ontem',
  lastWeek: ' na semana passada',
  onWeekday: (day) => (day.endsWith('feira') ? ` na ${day}` : ` no ${day}`),
  onDay: (day, month) => ` no dia ${day === 1 ? '1º' : day} de ${month}`,
  inMonth: (month, year) => ` em ${month} de ${year}`,
  atEvent: (event) => ` no evento “${event}”`,
  inCity: (city) => (WITH_ARTICLE.test(city) ? ` no ${city}` : ` em ${city}`),
  role: (role) => ` como ${role}`,
  company: (name) => ` ${chooseArticle(name, 'n')} ${name}`,
  me: (name, company) => `${name}, ${chooseArticle(company, 'd')} ${company}`,
  professional,
  friendly,
  casual,
};
