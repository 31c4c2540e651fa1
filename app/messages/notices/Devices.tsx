import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { usePushState, useTurnOff, useTurnOnHere } from './notices.queries.ts';
import { type PushSupport, pushSupport } from './push-choice.ts';

const WHY_NOT: Record<Exclude<PushSupport, 'ready'>, string> = {
  denied:
    'Your browser blocks notifications from Goldleaf. Allow them in its settings for this site, then reload.',
  install:
    'On an iPhone or iPad, add Goldleaf to your home screen first: open the browser’s menu and choose “Add to Home Screen”.',
  none: 'This browser can’t show notifications here.',
};

/** The devices that show notices, and whether this one does. */
export function Devices() {
  const { data, error, refetch } = usePushState();
  const turnOn = useTurnOnHere();
  const turnOff = useTurnOff();
  const support = pushSupport();
  if (!data) return error ? <LoadFailed error={error} retry={refetch} /> : <Skeleton className="my-4 h-18" />;
  const { devices } = data;
  const isOnHere = devices.some(({ isHere, isGone }) => isHere && !isGone);
  return (
    <div className="py-4">
      <p className="text-ink-2">
        {devices.length === 0 ? 'No devices yet.' : 'On until you sign out there.'}
      </p>
      {devices.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {devices.map(({ id, device, isHere, isFailing, isGone }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <div className="min-w-0">
                <p className="wrap-anywhere">
                  {device}
                  {isHere && ' (this device)'}
                </p>
                {isGone && (
                  <p className="text-sm text-danger">
                    Notifications stopped here. Turn them on again on that device.
                  </p>
                )}
                {isFailing && !isGone && (
                  <p className="text-sm text-danger">The last notification couldn’t be delivered.</p>
                )}
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={isGone ? `Forget ${device}` : `Turn off on ${device}`}
                isPending={turnOff.isPending && turnOff.variables.id === id}
                onClick={() => turnOff.mutate({ id, isHere })}
              >
                {isGone ? 'Forget' : 'Turn Off'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {support !== 'ready' ? (
        <p className="mt-2 text-sm text-ink-2">{WHY_NOT[support]}</p>
      ) : (
        !isOnHere && (
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            isPending={turnOn.isPending}
            pendingLabel="Turning on..."
            onClick={() => turnOn.mutate()}
          >
            Turn On for This Device
          </Button>
        )
      )}
    </div>
  );
}
