import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#server/config/package-root.ts';

const isBuilt = !import.meta.url.endsWith('.ts');

/** Fonts or emoji: those that the build wrote next to the server; from sources, those unpacked from `assets`. */
export function drawingAssets(kind: 'fonts' | 'emoji'): string {
  return path.join(isBuilt ? path.join(packageRoot, 'dist') : unpackAssets(), kind);
}

/** Unpacked once for each pack: its hash is in the name. */
function unpackAssets(): string {
  const manifest = fs.readFileSync(path.join(packageRoot, 'assets/manifest.json'), 'utf8');
  const { sha256 } = JSON.parse(manifest) as { sha256: string };
  const kept = path.join(packageRoot, 'node_modules/.cache', `drawing-assets-${sha256.slice(0, 16)}`);
  if (!fs.existsSync(kept)) {
    const script = path.join(packageRoot, 'vite/assets.ts');
    execFileSync(process.execPath, ['--import', 'tsx', script, kept], { cwd: packageRoot });
  }
  return kept;
}
