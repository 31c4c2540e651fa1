import { CallError, Cancelled } from '#app/frame/api/call.ts';

const isAsking = (error: unknown) => error instanceof CallError && error.code === 'identity_required';

/**
 * Makes a call that may ask again who the user is: then a dialog asks for the proof, and the call is made once more.
 * Throws `Cancelled` if the user closes the dialog. Wrap the `mutationFn` of whatever `requireIdentity` guards on the
 * server. Not part of `call`: the editor's script is at its limit, and has nothing to confirm.
 */
export async function withIdentity<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isAsking(error)) throw error;
    const { askIdentity } = await import('./ask-identity.tsx');
    if (!(await askIdentity())) throw new Cancelled();
    return run();
  }
}
