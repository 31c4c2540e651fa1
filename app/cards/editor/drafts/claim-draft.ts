/** Which tab may write into a draft. */

/**
 * Claims a draft for this tab until `release` is called. A tab that was duplicated has the id of the one it was made
 * from, and must not write into the same draft: then `isMine` is false.
 */
export async function claimDraft(id: string): Promise<{ isMine: boolean; release: () => void }> {
  let release = () => {};
  const { locks } = navigator;
  // Only pages with https have them; elsewhere duplicated tabs share their draft.
  if (!locks) return { isMine: true, release };
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isMine = await new Promise<boolean>((resolve) => {
    void locks.request(`draft ${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock ? held : undefined;
    });
  });
  return { isMine, release };
}
