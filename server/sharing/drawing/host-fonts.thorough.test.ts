import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';

/** Draws a name, once as text with the machine's fonts and once as we do, and prints a hash of each. */
const PROGRAM = `
  import { createHash } from 'node:crypto';
  import sharp from 'sharp';
  import { createDrawer } from '#server/sharing/drawing/run-drawing-task.ts';
  const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="90"><text y="60" font-size="50">Ada 李</text></svg>';
  const text = { kind: 'text', text: 'Ada 李 محمد 😀', width: 400, sizes: [50], lines: 1, color: '#000000' };
  const png = await createDrawer()({ name: 'png', input: { width: 400, height: 90, root: text } });
  console.log(JSON.stringify({ asText: hash(await sharp(Buffer.from(svg)).raw().toBuffer()), ours: hash(png) }));
`;

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-fonts-'));
});
afterAll(() => fs.rm(folder, { recursive: true }));

async function draw(env: Record<string, string>): Promise<{ asText: string; ours: string }> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: packageRoot,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
  });
  return JSON.parse(stdout);
}

it('A drawing is the same on a server without fonts', async () => {
  const config = path.join(folder, 'fonts.conf');
  await fs.writeFile(config, `<?xml version="1.0"?><fontconfig><cachedir>${folder}</cachedir></fontconfig>`);
  const [here, without] = await Promise.all([draw({}), draw({ FONTCONFIG_FILE: config })]);
  expect(without.asText, 'text drawn with the fonts of the machine').not.toBe(here.asText);
  expect(without.ours).toBe(here.ours);
}, 60_000);
