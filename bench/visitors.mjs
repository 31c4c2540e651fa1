import autocannon from 'autocannon';

/**
 * Visitors who leave their details at cards, each somebody else: the process that `fireVisitors` of `exchange.mjs`
 * starts. Prints how many were answered 2xx, and in how many seconds.
 */

const { url, cardIds, connections, seconds, amount, from } = JSON.parse(process.argv[2] ?? '');
const GIVEN = [
  'Ada',
  'Charles',
  'Grace',
  'Alan',
  'Barbara',
  'Edsger',
  'Frances',
  'Donald',
  'Radia',
  'Niklaus',
];
const FAMILY = ['Lovelace', 'Babbage', 'Hopper', 'Turing', 'Liskov', 'Dijkstra', 'Allen', 'Knuth', 'Perlman'];
let sent = from;

const setupRequest = (request) => {
  sent += 1;
  const [given, family] = [GIVEN[sent % GIVEN.length], FAMILY[sent % FAMILY.length]];
  const body = JSON.stringify({
    cardId: cardIds[sent % cardIds.length],
    fullName: `${given} ${family} ${sent.toString(36)}`,
    email: `${given}.${sent}@example.com`.toLowerCase(),
    phone: `+1 202 5${String(sent % 1_000_000).padStart(6, '0')}`,
    company: `${family} & Company`,
    notes: 'Met at the exhibition.',
  });
  return { ...request, body };
};

const result = await autocannon({
  url,
  connections,
  ...(amount ? { amount } : { duration: seconds }),
  requests: [
    {
      method: 'POST',
      path: '/api/contacts/exchange',
      headers: { 'content-type': 'application/json' },
      setupRequest,
    },
  ],
});
const failed = result.non2xx + result.errors;
if (failed) {
  const { timeouts, statusCodeStats } = result;
  throw new Error(
    `${failed} visitors were not answered 2xx: ${JSON.stringify({ timeouts, statusCodeStats })}`,
  );
}
process.stdout.write(JSON.stringify({ done: result['2xx'], seconds: result.duration }));
