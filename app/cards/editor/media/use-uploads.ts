import { useContext, useEffect, useRef, useState } from 'react';
import { leaveEndedSession } from '#app/frame/api/call.ts';
import type { MediaKind } from '#shared/cards/media-rules.ts';
import { toastFailure } from '#ui/part-failed.ts';
import { toast } from '#ui/Toast.tsx';
import type { Cut } from './cut.ts';
import { checkFile, type FileRefusal, noRoomFor, refusalFrom } from './file-check.ts';
import { UploadsUnderWay } from './uploads-under-way.ts';

export interface RunningUpload {
  id: number;
  name: string;
  fraction: number;
  cancel: () => void;
}

/** Advice about a file that was accepted but that visitors may be unable to see. */
export interface UploadWarning {
  /** The file's address: once it is removed from its slot, the warning is void. */
  url: string;
  text: string;
}

type Sent = FileRefusal | 'uploaded' | 'cancelled';

let lastId = 0;

/** Sending is loaded with the first file, and the video check with the first video. */
const loadSendFile = () => import('./send-file.ts');
const warningOf = async (file: File) => (await import('./film-check.ts')).findFilmWarning(file);

/** A new signal that also follows `outer`, as `AbortSignal.any` does, which browsers have only since 2024. */
function cancelledWith(outer: AbortSignal): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  if (outer.aborted) cancel();
  else outer.addEventListener('abort', cancel, { signal: controller.signal });
  return { signal: controller.signal, cancel };
}

/** Ended when the slot goes; `cancel` ends what is under way before that. `expected`: files chosen that are not in the slot yet. */
function useLeaving() {
  const leaving = useRef(new AbortController());
  const expected = useRef(0);
  const cancel = () => {
    leaving.current.abort();
    leaving.current = new AbortController();
    expected.current = 0;
  };
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  return { leaving, expected, cancel };
}

/** The files that are being sent; `begin` adds one. */
function useRunning() {
  const [running, setRunning] = useState<RunningUpload[]>([]);
  const underWay = useContext(UploadsUnderWay);
  const begin = (name: string, cancel: () => void) => {
    lastId += 1;
    const id = lastId;
    setRunning((all) => [...all, { id, name, fraction: 0, cancel }]);
    underWay.current += 1;
    return {
      onProgress: (fraction: number) =>
        setRunning((all) => all.map((one) => (one.id === id ? { ...one, fraction } : one))),
      end() {
        underWay.current -= 1;
        setRunning((all) => all.filter((one) => one.id !== id));
      },
    };
  };
  return { running, begin };
}

/** The toast at the end of one choice of files: one at a time is shown, so a refusal also says how many were taken. */
function announce([first]: FileRefusal[], count: number): void {
  const uploaded = count === 1 ? '1 file uploaded.' : `${count} files uploaded.`;
  if (first) toastFailure(count ? { ...first, description: `${first.description} ${uploaded}` } : first);
  else if (count) toast({ title: 'Upload successful', description: uploaded });
}

/** Uploads files for one slot, one after another, with the toasts of section 8. */
export function useUploads(kind: MediaKind, onUploaded: (url: string, file: File) => void) {
  const { running, begin } = useRunning();
  const [refusals, setRefusals] = useState<FileRefusal[]>([]);
  const [warnings, setWarnings] = useState<UploadWarning[]>([]);
  const { leaving, expected, cancel } = useLeaving();

  async function send(file: File, run: AbortSignal, cut?: Cut): Promise<Sent> {
    const refusal = checkFile(file, kind);
    if (refusal) return refusal;
    const { signal, cancel } = cancelledWith(run);
    const { onProgress, end } = begin(file.name, cancel);
    // Checked while it is being sent. A file that cannot be read cannot be sent either, and that is reported.
    const looking = kind === 'video' ? warningOf(file).catch(() => null) : null;
    try {
      const { sendFile } = await loadSendFile();
      const { url } = await sendFile({ file, kind, cut, onProgress, signal });
      signal.throwIfAborted();
      onUploaded(url, file);
      void looking?.then((text) => text && setWarnings((all) => [...all, { url, text }]));
      return 'uploaded';
    } catch (error) {
      return signal.aborted || leaveEndedSession(error) ? 'cancelled' : refusalFrom(error);
    } finally {
      end();
    }
  }

  /** `space`: how many more files the slot accepts, those under way among them. */
  async function start(files: File[], space = 1, cut?: Cut): Promise<void> {
    const { signal } = leaving.current;
    setRefusals([]);
    const results: Sent[] = [];
    const room = Math.max(0, space - expected.current);
    const wanted = files.slice(0, room);
    expected.current += wanted.length;
    for (const file of wanted) {
      results.push(await send(file, signal, cut));
      // By now the slot shows another run, or none.
      if (signal.aborted) return;
      expected.current -= 1;
    }
    if (files.length > room) results.push(noRoomFor(files.length - room, room));
    const refused = results.filter((result) => typeof result === 'object');
    const count = results.filter((result) => result === 'uploaded').length;
    setRefusals(refused);
    announce(refused, count);
  }

  /** For a slot of one file: the last choice counts, not the upload that ends last. */
  const replace = (files: File[], cut?: Cut) => {
    cancel();
    return start(files.slice(0, 1), 1, cut);
  };

  return { running, refusals, warnings, start, replace, cancel };
}
