import { addressOf, type HistoryMark, type HistoryState } from './history-state.ts';

/**
 * One entry stands for all layers over the screen and is removed with the last of them, so Back needs no second press.
 */
export function settleLayers(now: HistoryState): void {
  if (now.answer || now.isRaised === now.layers.length > 0) return;
  if (now.isRaised) {
    now.answer = 'lowered';
    window.history.go(-1);
    return;
  }
  now.isRaised = true;
  now.index += 1;
  const { key, state } = now.location;
  window.history.pushState({ key, idx: now.index, state, isLayer: true } satisfies HistoryMark, '');
}

/** Goes back to the screen's own entry, whose address may have changed in the meantime. */
function lowerLayer(now: HistoryState): void {
  now.isRaised = false;
  now.index -= 1;
  const { key, state } = now.location;
  const mark: HistoryMark = { key, idx: now.index, state };
  window.history.replaceState(mark, '', addressOf(now.location));
}

export function finishLowering(now: HistoryState): void {
  lowerLayer(now);
  for (const proceed of now.waiting.splice(0)) proceed();
}

/** Back removed the entry, so the topmost layer closes. */
export function closeTopmost(now: HistoryState): void {
  lowerLayer(now);
  now.layers.at(-1)?.();
  // Remaining layers get a new entry, so that the next Back does not leave the screen below.
  queueMicrotask(() => settleLayers(now));
}

/** Registers a layer over the screen, so that Back closes it; returns a function that unregisters it. */
export function holdLayer(now: HistoryState, close: () => void): () => void {
  const settle = () => settleLayers(now);
  now.layers.push(close);
  queueMicrotask(settle);
  return () => {
    now.layers = now.layers.filter((other) => other !== close);
    queueMicrotask(settle);
  };
}

/**
 * Leaves the app for a page of the server, after removing the layers' entry: going back would cancel the navigation.
 */
export function leaveApp(now: HistoryState, address: string): void {
  now.layers = [];
  settleLayers(now);
  const leave = () => window.location.assign(address);
  if (now.answer === 'lowered') now.waiting.push(leave);
  else leave();
}
