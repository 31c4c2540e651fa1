/** How long one account's work goes on before the next has its turn. */
const TURN_MS = 2_000;

/** Repeats a step as long as it says that there is more, but for a turn at most; returns whether more is left. */
export async function repeatForTurn(step: () => Promise<boolean>, stopping?: AbortSignal): Promise<boolean> {
  const start = performance.now();
  while (await step()) if (stopping?.aborted || performance.now() - start > TURN_MS) return true;
  return false;
}
