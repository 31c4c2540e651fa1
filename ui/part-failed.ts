import { PART_FAILED } from './part-words.ts';
import { toast } from './Toast.tsx';

let isOutdated = async (): Promise<boolean> => false;

/** Gives the way to find out that the server has another build by now: only the app sends requests. */
export const setIsOutdated = (ask: () => Promise<boolean>): void => {
  isOutdated = ask;
};

/** Says that a part of the app failed to load: `description`, unless the server has another build by now. */
export async function sayPartFailed(description = PART_FAILED): Promise<void> {
  toast(
    (await isOutdated().catch(() => false))
      ? {
          title: 'Goldleaf was updated',
          description: 'Reload to continue. Unsaved changes may be lost.',
          // Only on a press: something may have been typed.
          action: { label: 'Reload', onPress: () => window.location.reload() },
        }
      : { title: 'Error', description, isError: true },
  );
}
