import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { setStandIn } from '#app/frame/api/call.ts';
import { recallUser } from '#app/frame/api/session.ts';
import { counted } from '#app/frame/counted.ts';
import { sayAgo } from '#app/frame/dates.ts';
import { inMegabytes } from '#shared/cards/media-rules.ts';
import { Button } from '#ui/Button.tsx';
import { Switch } from '#ui/Choice.tsx';
import { toast } from '#ui/Toast.tsx';
import { chooseToKeep, isInstalled, keepsOnDevice } from './choice.ts';
import { type DeviceCopy, readCopy, wipeCopy } from './device-copy.ts';
import { refreshCopy } from './refresh-copy.ts';
import { hasAppFiles, removeWorker, storeAppFiles } from './register-workers.ts';
import { noteServer } from './shown-copy.ts';
import { startOffline } from './start-offline.ts';

const REFUSED = 'This browser can’t save data (private window, storage off or full, or no connection).';
const canKeep = () => 'serviceWorker' in navigator && 'locks' in navigator && 'indexedDB' in window;

/** The switch for this device's copy of the account, and the state of that copy. */
export function OfflineSettings() {
  const client = useQueryClient();
  const [isOn, setIsOn] = useState(keepsOnDevice);
  const [isStartedHere, setIsStartedHere] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [copy, setCopy] = useState<DeviceCopy | null>(null);
  const [hasFiles, setHasFiles] = useState(true);
  const look = useCallback(() => {
    void readCopy().then(setCopy);
    void hasAppFiles().then(setHasFiles);
  }, []);
  useEffect(look, [look]);
  // The frame of the screens starts it when it is drawn the next time.
  useEffect(() => (isStartedHere ? startOffline(client) : undefined), [isStartedHere, client]);

  const update = async () => {
    setIsBusy(true);
    const isKept = (await storeAppFiles()) && (await refreshCopy()) === null;
    setIsBusy(false);
    look();
    return isKept;
  };
  const remove = async () => {
    const id = recallUser()?.id;
    chooseToKeep(false);
    setIsOn(false);
    setIsStartedHere(false);
    setStandIn(undefined);
    noteServer();
    if (id) await wipeCopy(id);
    await removeWorker();
    setCopy(null);
  };
  const turnOn = async () => {
    setIsOn(true);
    const isKept = chooseToKeep(true) && (await update());
    // It was turned off again meanwhile.
    if (!keepsOnDevice()) return;
    if (!isKept) {
      await remove();
      return toast({ title: 'Couldn’t turn this on', description: REFUSED, isError: true });
    }
    setIsStartedHere(true);
    // Browsers may otherwise clear what is kept when the device runs out of space.
    void navigator.storage?.persist?.();
  };
  if (!canKeep()) {
    return <p>This browser can’t save data here. Open Goldleaf over https, outside a private window.</p>;
  }
  return (
    <>
      <Switch
        label="Available offline"
        hint={
          isInstalled()
            ? 'The app is installed here, so your cards, codes, and newest contacts open without a connection.'
            : 'Your cards, codes, and newest contacts open without a connection. Only turn this on for your own device.'
        }
        checked={isOn}
        onChange={() => void (isOn ? remove() : turnOn())}
      />
      {isOn && <Progress isBusy={isBusy} hasFiles={hasFiles} copy={copy} />}
      {isOn && <Actions isBusy={isBusy} onUpdate={() => void update()} onRemove={() => void remove()} />}
    </>
  );
}

interface ActionsProps {
  isBusy: boolean;
  onUpdate: () => void;
  onRemove: () => void;
}

const Actions = ({ isBusy, onUpdate, onRemove }: ActionsProps) => (
  <div className="mt-4 flex flex-wrap gap-3">
    <Button variant="secondary" isPending={isBusy} pendingLabel="Updating..." onClick={onUpdate}>
      Update Now
    </Button>
    <Button variant="quiet" onClick={onRemove}>
      Remove from This Device
    </Button>
  </div>
);

/** The state of the copy, or its progress. */
function Progress({
  isBusy,
  hasFiles,
  copy,
}: {
  isBusy: boolean;
  hasFiles: boolean;
  copy: DeviceCopy | null;
}) {
  if (isBusy) {
    return (
      <p role="status" className="mt-3 text-sm text-ink-2">
        Saving the app and your cards...
      </p>
    );
  }
  if (!copy) return null;
  return hasFiles ? <Kept copy={copy} /> : <NotWhole />;
}

/** The copy is there, but nothing that could show it. */
const NotWhole = () => (
  <p role="status" className="mt-3 text-sm text-ink-2">
    The app isn’t saved here yet, so nothing opens offline. Press “Update Now” while you’re connected.
  </p>
);

function Kept({ copy: { cards, people, madeAt } }: { copy: DeviceCopy }) {
  const [bytes, setBytes] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new copy has another size
  useEffect(() => {
    void navigator.storage?.estimate?.().then(({ usage }) => setBytes(usage ?? null));
  }, [madeAt]);
  const rows = [
    ['Saved here', `${counted(cards.length, 'card')} with both codes, ${counted(people.length, 'contact')}`],
    ['Last updated', sayAgo(madeAt, Date.now())],
    ...(bytes === null ? [] : [['Space used', `${inMegabytes(bytes)}, including the app`]]),
  ];
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-t border-line pt-4 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
