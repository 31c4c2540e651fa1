import { PART_FAILED } from './part-words.ts';
import { type ToastMessage, toast } from './Toast.tsx';

type Failure = Pick<ToastMessage, 'title' | 'description'>;

let isOutdated = async (): Promise<boolean> => false;

/** Gives the way to find out that the server has another build by now: only the app sends requests. */
export const setIsOutdated = (ask: () => Promise<boolean>): void => {
  isOutdated = ask;
};

/** Says that a part of the app failed to load: `failure`, unless the server has another build by now. */
export async function sayPartFailed(failure?: Failure): Promise<void> {
  toast(
    (await isOutdated().catch(() => false))
      ? {
          title: 'Goldleaf was updated',
          description: 'Reload to continue. Unsaved changes may be lost.',
          // Only on a press: something may have been typed.
          action: { label: 'Reload', onPress: () => window.location.reload() },
        }
      : { title: 'Error', description: PART_FAILED, isError: true, ...failure },
  );
}

/** Says what failed, where a missing part is one of the causes. */
export const toastFailure = (failure: Failure): void =>
  failure.description === PART_FAILED ? void sayPartFailed(failure) : toast({ ...failure, isError: true });
