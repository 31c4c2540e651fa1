import { sentence, type Voice, type Words, withoutPeriod } from '#server/follow-ups/composer/voice.ts';

/** Neither "o senhor" nor "tu": the third person without a pronoun, which Brazil and Portugal share. */

const professional: Words = {
  greeting: (name) => `Olá, ${name},`,
  hello: 'Olá,',
  connected: [
    (met) => `Agradeço os dados de contato que me enviou${met}`,
    (met) => `Foi um prazer iniciar este contato${met}`,
  ],
  met: [(met) => `Foi um prazer a nossa conversa${met}`, (met) => `Agradeço o tempo que me dedicou${met}`],
  work: 'o seu trabalho',
  curious: [
    (work) => `Gostaria de saber mais sobre ${work}`,
    (work) => `Teria muito interesse em conhecer melhor ${work}`,
  ],
  colleagues: (company) => `É sempre bom conhecer mais pessoas ${articleOf(company, 'd')} ${company}`,
  wrote: (quote) => `Li na sua mensagem: ${quote} Retomo o assunto com prazer.`,
  hasWritten: 'Li também a sua mensagem e retomo o assunto com prazer.',
  call: [
    'Teria vinte minutos para uma conversa nos próximos dias?',
    'Se for conveniente, podemos marcar uma breve conversa nos próximos dias.',
    'Uma breve conversa nos próximos dias seria possível?',
  ],
  reply: ['Aguardo a sua resposta.', 'Agradeço desde já a sua resposta.'],
  booking: (url) => `É possível escolher um horário aqui: ${url}`,
  card: (url) => `Os meus dados atualizados estão sempre no meu cartão: ${url}`,
  offer: [
    'Se eu puder ajudar em algo até lá, estou à disposição.',
    'Fico à disposição para qualquer dúvida.',
  ],
  close: ['Atenciosamente,', 'Cordialmente,'],
  subject: [
    ({ companies }) => companies && `${companies.own} – ${companies.theirs}: nosso contato`,
    () => 'Sobre o nosso contato',
    () => 'Nosso primeiro contato',
  ],
  message: {
    greeting: (name) => `Olá, ${sentence(name)}`,
    hello: 'Olá.',
    me: (me) => `Sou ${me}`,
    pleased: [
      'Agradeço os dados de contato que me enviou. Fico à disposição.',
      'Foi um prazer iniciar este contato. Espero que possamos conversar em breve.',
    ],
    card: (url) => `Os meus dados estão aqui: ${url}`,
  },
};

const friendly: Words = {
  greeting: (name) => `Olá, ${name},`,
  hello: 'Olá,',
  connected: [
    (met) => `Foi muito bom fazer este contato${met}`,
    (met) => `Gostei muito de fazer este contato${met}`,
  ],
  met: [(met) => `Foi ótimo conversar${met}`, (met) => `Gostei muito da nossa conversa${met}`],
  work: 'o seu trabalho',
  curious: [(work) => `Adoraria saber mais sobre ${work}`, (work) => `Tenho curiosidade sobre ${work}`],
  colleagues: (company) => `É sempre bom conhecer mais gente ${articleOf(company, 'd')} ${company}`,
  wrote: (quote) => `Li na sua mensagem: ${quote} Adoraria falar sobre isso.`,
  hasWritten: 'Li também a sua mensagem e adoraria falar sobre isso.',
  call: [
    'Que tal um café ou uma conversa rápida nas próximas semanas?',
    'Vamos marcar um café ou uma conversa rápida em breve?',
    'Que tal encontrar meia hora para um café ou uma chamada?',
  ],
  reply: ['Adoraria saber a sua opinião.', 'Espero a sua resposta!'],
  booking: (url) => `É só escolher um horário aqui: ${url}`,
  card: (url) => `Aqui está o meu cartão, com todos os meus dados: ${url}`,
  offer: ['Sem pressa nenhuma, claro.', 'E se eu puder ajudar em algo até lá, é só dizer.'],
  close: ['Um abraço,', 'Até breve,'],
  subject: [
    ({ name }) => name && `Foi muito bom este contato, ${name}`,
    () => 'Vamos manter contato',
    () => 'Foi muito bom este contato',
  ],
  message: {
    greeting: (name) => `Olá, ${name}!`,
    hello: 'Olá!',
    me: (me) => `Sou ${me}`,
    pleased: [
      'Foi muito bom fazer este contato. Espero que possamos conversar em breve!',
      'Gostei muito de fazer este contato. Vamos nos falando!',
    ],
    card: (url) => `Aqui está o meu cartão: ${url}`,
  },
};

const casual: Words = {
  ...friendly,
  greeting: (name) => `Olá, ${name}!`,
  hello: 'Olá!',
  connected: [(met) => `Foi ótimo fazer este contato${met}!`, (met) => `Gostei de fazer este contato${met}!`],
  met: [(met) => `Foi ótimo conversar${met}!`, (met) => `Adorei a nossa conversa${met}!`],
  wrote: (quote) => `Li na sua mensagem: ${quote} Vamos falar sobre isso!`,
  hasWritten: 'Li também a sua mensagem. Vamos falar sobre isso!',
  call: ['Que tal um café em breve?', 'Que tal um café nas próximas semanas?'],
  reply: ['Espero a sua resposta!', 'Vamos conversar em breve!'],
  booking: (url) => `É só escolher um horário: ${url}`,
  card: (url) => `O meu cartão: ${url}`,
  offer: ['Sem pressa, claro.', 'E se eu puder ajudar em algo, é só dizer.'],
  close: ['Um abraço,', 'Até logo,'],
  subject: [() => 'Que tal um café?', () => 'Vamos manter contato'],
  message: {
    ...friendly.message,
    pleased: ['Foi ótimo fazer este contato. Até breve!', 'Que bom este contato! Vamos conversar em breve.'],
    card: (url) => `O meu cartão: ${url}`,
  },
};

/** Companies are feminine ("a empresa") unless their name is known, or begins with a word, to be masculine. */
const MASCULINE =
  /^(?:banco|grupo|instituto|hospital|minist[eé]rio|governo|tribunal|col[eé]gio|centro|est[uú]dio|escrit[oó]rio|laborat[oó]rio|mercado|museu|hotel|jornal|clube|gabinete|munic[ií]pio|servi[cç]o|sindicato|conselho|google|facebook|instagram|linkedin|twitter|youtube|whatsapp|spotify|itaú|bradesco|santander|nubank|novo banco|sebrae|senai|sesc|bndes|ifood|magalu)(?:\s|$)/iu;
const PLURAL = /^(?:os|as|correios|lojas|casas)(?:\s|$)/iu;
const OWN_ARTICLE = /^(?:o|a|os|as)\s/iu;

/** "em" or "de" with the article of a company: na Acme, do Banco do Brasil. */
function articleOf(company: string, preposition: 'n' | 'd'): string {
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
  onDay: (day, month) => ` no dia ${day === 1 ? '1º' : day} de ${month}`,
  inMonth: (month, year) => ` em ${month} de ${year}`,
  atEvent: (event) => ` no evento “${event}”`,
  inCity: (city) => (WITH_ARTICLE.test(city) ? ` no ${city}` : ` em ${city}`),
  role: (role) => ` como ${role}`,
  company: (name) => ` ${articleOf(name, 'n')} ${name}`,
  me: (name, company) => `${name}, ${articleOf(company, 'd')} ${company}`,
  quote: (text) => `“${withoutPeriod(text)}”.`,
  professional,
  friendly,
  casual,
};
