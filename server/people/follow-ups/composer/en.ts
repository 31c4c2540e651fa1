import type { ComposerWords, Voice } from '#server/people/follow-ups/composer/voice.ts';

const professional: ComposerWords = {
  greeting: (name) => `Dear ${name},`,
  hello: 'Hello,',
  connected: [
    (met) => `Thank you for sharing your contact details with me${met}`,
    (met) => `It was a pleasure to connect with you${met}`,
    (met) => `I’m glad we connected${met}`,
  ],
  met: [
    (met) => `It was a pleasure to meet you${met}`,
    (met) => `Thank you for taking the time to talk with me${met}`,
  ],
  work: 'your work',
  curious: [
    (work) => `I’d like to hear more about ${work}`,
    (work) => `I’d be interested to learn more about ${work}`,
  ],
  colleagues: (company) => `It is always good to get to know more people at ${company}`,
  thanks: 'Thank you for your message.',
  more: 'If you have any other questions, please let me know.',
  call: [
    'Would you have twenty minutes for a call in the coming days?',
    'If it works for you, I’d be glad to set up a short call in the coming days.',
    'Please let me know if a short call in the coming days would work for you.',
  ],
  reply: ['I look forward to hearing from you.', 'I’d be glad to hear from you.'],
  booking: (url) => `You can pick a time here: ${url}`,
  card: (url) => `My card always has my latest details: ${url}`,
  afterCall: [
    'If there is anything I can help with in the meantime, please let me know.',
    'If you have any questions before then, I’d be happy to answer them.',
  ],
  offer: 'If there is anything I can help with, please let me know.',
  close: ['Kind regards,', 'Best regards,'],
  subject: [
    ({ companies }) => companies && `${companies.own} and ${companies.theirs}: good to connect`,
    ({ name }) => name && `Good to connect, ${name}`,
    () => 'Good to connect',
  ],
  message: {
    greeting: (name) => `Hello ${name},`,
    hello: 'Hello,',
    me: (me) => `this is ${me}`,
    pleased: [
      'Thank you for sharing your contact details with me. I look forward to staying in touch.',
      'It was a pleasure to connect with you. I hope we can talk again soon.',
    ],
    card: (url) => `You will find my details here: ${url}`,
  },
};

const friendly: ComposerWords = {
  greeting: (name) => `Hi ${name},`,
  hello: 'Hi there,',
  connected: [
    (met) => `It was great connecting with you${met}`,
    (met) => `Thanks for sharing your details with me${met}`,
    (met) => `I’m really glad we connected${met}`,
  ],
  met: [(met) => `It was great meeting you${met}`, (met) => `I really enjoyed meeting you${met}`],
  work: 'your work',
  curious: [
    (work) => `I’d love to hear more about ${work}`,
    (work) => `I’m curious to hear more about ${work}`,
  ],
  colleagues: (company) => `It’s always good to get to know more people at ${company}`,
  thanks: 'Thanks for your message, too.',
  more: 'If you have any other questions, just let me know.',
  call: [
    'Are you up for coffee or a quick call sometime soon?',
    'How about a quick call or coffee in the next couple of weeks?',
    'If you’re up for it, let’s find half an hour for coffee or a call.',
  ],
  reply: ['I’d love to hear what you think.', 'Let me know what you think!'],
  booking: (url) => `You can pick a time here: ${url}`,
  card: (url) => `Here’s my card, so you have all my details: ${url}`,
  afterCall: [
    'And if I can help with anything in the meantime, just say the word.',
    'There’s no rush at all, of course.',
  ],
  offer: 'And if I can help with anything, just say the word.',
  close: ['Best,', 'All the best,'],
  subject: [
    ({ name }) => name && `Great connecting with you, ${name}`,
    ({ name }) => name && `Let’s stay in touch, ${name}`,
    () => 'Great connecting with you',
  ],
  message: {
    greeting: (name) => `Hi ${name},`,
    hello: 'Hi there,',
    me: (me) => `this is ${me}`,
    pleased: [
      'It was great connecting with you. I’d love to stay in touch.',
      'I’m glad we connected. Let’s talk again soon.',
    ],
    card: (url) => `Here’s my card: ${url}`,
  },
};

const casual: ComposerWords = {
  ...friendly,
  connected: [(met) => `Great connecting with you${met}!`, (met) => `Glad we connected${met}!`],
  met: [(met) => `Great meeting you${met}!`, (met) => `So good to meet you${met}!`],
  curious: [(work) => `Tell me more about ${work} sometime.`, (work) => `I’d love to hear about ${work}`],
  thanks: 'Thanks for your message!',
  more: 'Just let me know if there’s anything else.',
  call: ['Up for coffee sometime soon?', 'How about coffee sometime in the next few weeks?'],
  reply: ['Let me know!', 'Talk soon!'],
  booking: (url) => `Grab a time here: ${url}`,
  card: (url) => `My card: ${url}`,
  afterCall: ['No rush, of course.', 'And if I can help with anything, just say the word.'],
  offer: 'And if I can help with anything, just say the word.',
  close: ['Cheers,', 'All the best,'],
  subject: [({ name }) => name && `Good to meet you, ${name}`, () => 'Let’s stay in touch'],
  message: {
    ...friendly.message,
    me: (me) => `${me} here`,
    pleased: [
      'Great connecting with you! Let’s stay in touch.',
      'It was great connecting! Let’s talk again soon.',
    ],
    card: (url) => `My card: ${url}`,
  },
};

export const english: Voice = {
  formal({ name, family, academic, says, title }) {
    if (!family || !(academic || says || title)) return `Dear ${name},`;
    const plain = /^m/i.test(title ?? '') ? title : { man: 'Mr.', woman: 'Ms.' }[says ?? 'man'];
    return `Dear ${academic ?? (says ? plain : title)} ${family},`;
  },
  today: ' today',
  yesterday: ' yesterday',
  lastWeek: ' last week',
  onWeekday: (day) => ` on ${day}`,
  onDay: (day, month) => ` on ${month} ${day}`,
  inMonth: (month, year) => ` in ${month} ${year}`,
  atEvent: (event) => ` at ${event}`,
  inCity: (city) => ` in ${city}`,
  role: (role) => ` as ${role}`,
  company: (name) => ` at ${name}`,
  me: (name, company) => `${name} from ${company}`,
  professional,
  friendly,
  casual,
};
