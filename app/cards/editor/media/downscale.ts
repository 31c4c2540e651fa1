import { canCut, WHOLE } from './cut.ts';
import type { Shrunk } from './downscale.worker.ts';

let running: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (blob: Blob | null) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL('./downscale.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<Shrunk>) => {
    waiting.get(data.id)?.(data.blob);
    waiting.delete(data.id);
  };
  started.onerror = () => {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
    running = undefined;
  };
  return started;
}

/**
 * The image, or a part of it, with its longest side at most 800 px, as JPEG of quality 0.7 (section 5). Resolves to the original if this
 * browser cannot do that; the server re-encodes in any case.
 */
export async function downscalePicture(file: Blob, cut = WHOLE): Promise<Blob> {
  if (!canCut) return file;
  const worker = running ?? startWorker();
  running = worker;
  lastId += 1;
  const id = lastId;
  const shrunk = await new Promise<Blob | null>((answer) => {
    waiting.set(id, answer);
    worker.postMessage({ id, file, cut });
  });
  if (!shrunk && cut !== WHOLE) throw new Error('This browser cannot decode the image.');
  return shrunk ?? file;
}
