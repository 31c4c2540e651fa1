/** True if the server no longer has this script, as each build has other names: the page is older than the server. */
export const isOutdated = async (script: string): Promise<boolean> =>
  (await fetch(script, { method: 'HEAD', cache: 'no-store' })).status === 404;
