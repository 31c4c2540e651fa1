import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import { Agent, get } from 'node:http';
import { decodeJwt, SignJWT } from 'jose';
import { copyCards } from './page-miss.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct } from './product.mjs';

/**
 * How fast visitors on Android phones are sent to Google Wallet, each with another card, so that every link is signed;
 * compared with bare `jose` signing the claims of such a link in the same run.
 */

const ROUNDS = 5;
const PRESSES = 400;
const AT_ONCE = 8;
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** The address that a press leads to. */
const press = (url) =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'user-agent': PHONE } }, ({ statusCode, headers }) => {
      if (statusCode !== 303) reject(new Error(`${url} answered ${statusCode}`));
      resolve(headers.location);
    })
      .on('response', (response) => response.resume())
      .on('error', reject);
  });

/** How many times a second `work` is done, `AT_ONCE` at a time. */
async function perSecond(work, count) {
  let left = count;
  const startedAt = performance.now();
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  });
  await Promise.all(workers);
  return (count / (performance.now() - startedAt)) * 1000;
}

export async function measureWalletLinks() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = makeFolder();
  const product = await startProduct(folder, {
    RATE_LIMITS: 'off',
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_CREDENTIALS: JSON.stringify({
      client_email: 'passes@goldleaf.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    }),
  });
  const { cardId } = await registerOwner(product.url);
  const ids = await copyCards(folder, cardId, (ROUNDS + 1) * PRESSES);
  const pressNext = () => press(`${product.url}/card/${ids.pop()}/wallet`);
  const link = await press(`${product.url}/card/${cardId}/wallet`);
  const claims = decodeJwt(link.split('/').at(-1));
  const sign = () => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(privateKey);
  await perSecond(pressNext, PRESSES);
  await perSecond(sign, PRESSES);
  const rounds = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds.push({ bare: await perSecond(sign, PRESSES), links: await perSecond(pressNext, PRESSES) });
  }
  agent.destroy();
  await product.stop();
  fs.rmSync(folder, { recursive: true });
  const share = computeMedian(rounds.map(({ links, bare }) => links / bare));
  const links = computeMedian(rounds.map((round) => round.links));
  return [
    {
      what: 'Links to Google Wallet, each signed, over HTTP, of bare jose',
      value: share,
      shown: `${Math.round(links)}/s, ${(share * 100).toFixed(0)} %`,
      atLeast: 0.25,
      target: '≥ 25 %',
    },
  ];
}
