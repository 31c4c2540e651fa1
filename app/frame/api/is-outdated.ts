/**
 * True if the server has another build than this page: the name of the first script changes with each, and the server
 * has the files of one only.
 */
export async function isOutdated(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!script) return false;
  const answer = await fetch(script.src, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.status === 404;
}
