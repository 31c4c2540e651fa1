import { PKPass } from 'passkit-generator';
import { tsImport } from 'tsx/esm/api';
import { computeRatio } from './product.mjs';

/** Apple Wallet passes signed per second, each of another card, next to the library's bare call in the same round. */

const ROUNDS = 5;
const PASSES = 60;
const KEPT = 2_000;

/** @param {() => Promise<unknown>} work */
async function perSecond(work, count = PASSES) {
  const start = performance.now();
  await work();
  return (count * 1000) / (performance.now() - start);
}

export async function measurePasses() {
  const { makeChain } = await tsImport('../server/sharing/wallet/development-chain.ts', import.meta.url);
  const { createAppleWallet } = await tsImport('../server/sharing/wallet/apple-signer.ts', import.meta.url);
  const { labelFiles } = await tsImport('../server/sharing/wallet/pass-labels.ts', import.meta.url);
  const passTypeId = 'pass.com.example.cards';
  const teamId = 'A1B2C3D4E5';
  const chain = await makeChain(passTypeId, teamId, new Date());
  const settings = { certificate: { ...chain, passTypeId, teamId }, apnsUrl: undefined };
  const wallet = createAppleWallet(settings, undefined, { now: () => new Date() });
  /** @param {string} serialNumber */
  const filesOf = (serialNumber) => ({
    'pass.json': Buffer.from(
      JSON.stringify({
        formatVersion: 1,
        serialNumber,
        passTypeIdentifier: passTypeId,
        teamIdentifier: teamId,
        description: 'A card',
        organizationName: 'Goldleaf',
        generic: { primaryFields: [{ key: 'name', value: 'Ada Byron' }] },
      }),
    ),
    'icon.png': Buffer.alloc(2_000, 1),
    'thumbnail@3x.png': Buffer.alloc(30_000, 2),
    ...labelFiles(),
  });
  const certificates = { signerCert: chain.certificate, signerKey: chain.key, wwdr: chain.issuer };
  const bare = async () => {
    for (let n = 0; n < PASSES; n += 1) new PKPass(filesOf(`bare ${n}`), certificates).getAsBuffer();
  };
  const turn = { lane: 'known', address: 'bench' };
  /** @param {string} round */
  const ours = (round) => {
    const names = Array.from({ length: PASSES }, (_, n) => `${round} ${n}`);
    return Promise.all(names.map((name) => wallet.signed(name, turn, async () => filesOf(name))));
  };
  await bare();
  await ours('warm-up');
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push([await perSecond(() => ours(`round ${round}`)), await perSecond(bare)]);
  }
  const kept = await perSecond(async () => {
    for (let n = 0; n < KEPT; n += 1) await wallet.signed('round 0 0', turn, async () => ({}));
  }, KEPT);
  await wallet.close();
  return [
    { what: 'Passes signed, to passkit-generator’s bare call', ...computeRatio(rounds), atLeast: 0.8 },
    { what: 'Passes handed out again', shown: `${Math.round(kept)} a second`, value: kept, atLeast: 10_000 },
  ];
}
