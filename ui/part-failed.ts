import { type ToastMessage, toast } from './Toast.tsx';

let isOutdated = async (): Promise<boolean> => false;

/** Gives the way to find out that the server has another build by now: only the app sends requests. */
export const setIsOutdated = (ask: () => Promise<boolean>): void => {
  isOutdated = ask;
};

/** Says that a part of the app failed to load: `otherwise`, unless the server has another build by now. */
export async function sayPartFailed(otherwise: ToastMessage): Promise<void> {
  toast((await isOutdated()) ? UPDATED : otherwise);
}

/** The page is reloaded only on a press: something may have been typed in it. */
const UPDATED: ToastMessage = {
  title: 'Goldleaf was updated',
  description: 'Reload this page to continue. Changes you haven’t saved may be lost.',
  action: { label: 'Reload', onPress: () => window.location.reload() },
};
