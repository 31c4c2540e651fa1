/**
 * Reads something costly at most every so often, and never twice at once: those who ask in between share the last result.
 * Rejects after `timeoutMs`. `now` is a monotonic clock in milliseconds.
 */
export function createSampled<T>(
  read: () => Promise<T>,
  { everyMs, timeoutMs }: { everyMs: number; timeoutMs: number },
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let sample: Promise<T> | undefined;
  let startedAt = 0;
  let isReading = false;
  return () => {
    if (sample && (isReading || now() - startedAt < everyMs)) return sample;
    startedAt = now();
    isReading = true;
    const reading = read().finally(() => {
      isReading = false;
    });
    sample = giveUpAfter(reading, timeoutMs);
    // Whoever asks hears of it.
    sample.catch(() => {});
    return sample;
  };
}

function giveUpAfter<T>(reading: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, ms, new Error('It took too long to read.'));
    timer.unref();
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
