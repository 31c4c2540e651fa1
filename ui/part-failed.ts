import { PART_FAILED } from './part-words.ts';
import { type ToastMessage, toast } from './Toast.tsx';

let isOutdated = async (): Promise<boolean> => false;

/** Gives the way to find out that the server has another build by now: only the app sends requests. */
export const setIsOutdated = (ask: () => Promise<boolean>): void => {
  isOutdated = ask;
};

/** Says that a part of the app failed to load: `otherwise`, unless the server has another build by now. */
export async function sayPartFailed(
  otherwise: ToastMessage = { title: 'Error', description: PART_FAILED, isError: true },
): Promise<void> {
  toast(
    (await isOutdated().catch(() => false))
      ? {
          title: 'Goldleaf was updated',
          description: 'Reload to continue. Unsaved changes may be lost.',
          // Only on a press: something may have been typed.
          action: { label: 'Reload', onPress: () => location.reload() },
        }
      : otherwise,
  );
}
