import { listOthersKept } from './choice.ts';

/** Everything that only devices that keep data need, in one part that is loaded late: screens are near their limit. */
export const loadOnDevice = async () => (await import('./on-device.ts')).onDevice;

/** Removes the copies of everyone who is not signed in here. */
export function wipeOthersLate(): void {
  if (listOthersKept().length > 0)
    void loadOnDevice().then(
      ({ wipeOthers }) => wipeOthers(),
      // The next start tries again.
      () => {},
    );
}
