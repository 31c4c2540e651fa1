/**
 * Web NFC (https://w3c.github.io/web-nfc/), which Chrome on Android has: writes a link to a tag, reads it back and
 * locks it. Each waits until a tag is held to the phone, or until `signal` ends the waiting.
 */

interface NdefRecord {
  recordType: string;
  data?: DataView;
}
interface NdefMessage {
  records: readonly NdefRecord[];
}
interface NdefReader extends EventTarget {
  write(
    message: { records: { recordType: 'url'; data: string }[] },
    options: { overwrite: boolean; signal: AbortSignal },
  ): Promise<void>;
  scan(options: { signal: AbortSignal }): Promise<void>;
  /** Chrome 100 and newer. */
  makeReadOnly?(options: { signal: AbortSignal }): Promise<void>;
}

const readerClass = () => (globalThis as { NDEFReader?: new () => NdefReader }).NDEFReader;

export const canWriteTags = (): boolean => readerClass() !== undefined;
export const canLockTags = (): boolean => readerClass()?.prototype.makeReadOnly !== undefined;

function openReader(): NdefReader {
  const Reader = readerClass();
  if (!Reader) throw new DOMException('Web NFC is missing.', 'NotSupportedError');
  return new Reader();
}

/** Replaces what is on the tag. */
export const writeTag = (link: string, signal: AbortSignal): Promise<void> =>
  openReader().write({ records: [{ recordType: 'url', data: link }] }, { overwrite: true, signal });

/** No phone can write to the tag again, ever. */
export async function lockTag(signal: AbortSignal): Promise<void> {
  await openReader().makeReadOnly?.({ signal });
}

const LINKS = ['url', 'absolute-url'];

/** The first link on the tag; null if there is none. */
export async function readTag(signal: AbortSignal): Promise<string | null> {
  const reader = openReader();
  // Ends the scan once a tag was read: otherwise the phone would go on keeping tags from other apps.
  const done = new AbortController();
  const stop = () => done.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      reader.addEventListener('reading', (event) => {
        const { message } = event as Event & { message: NdefMessage };
        const record = message.records.find(({ recordType }) => LINKS.includes(recordType));
        resolve(record?.data ? new TextDecoder().decode(record.data) : null);
      });
      reader.addEventListener('readingerror', () => reject(new DOMException('', 'NetworkError')));
      done.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      reader.scan({ signal: done.signal }).catch(reject);
    });
  } finally {
    signal.removeEventListener('abort', stop);
    done.abort();
  }
}

const PROBLEMS: Record<string, string> = {
  NotAllowedError: 'Allow NFC for this site in your browser’s settings, and try again.',
  NotSupportedError: 'This phone has no NFC, or this tag can’t hold a link. Try an NTAG215 tag.',
  NotReadableError: 'NFC is off. Turn it on in your phone’s settings, and try again.',
  NetworkError: 'The tag moved too soon, or it’s locked. Hold it still against the phone, and try again.',
};

/** Advice about a failure; null if the waiting was ended on purpose. */
export function explainNfcError(error: unknown): string | null {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'AbortError') return null;
  return (
    PROBLEMS[name] ?? 'Something went wrong with the tag. Hold it still against the phone, and try again.'
  );
}
