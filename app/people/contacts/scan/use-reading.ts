import { useEffect, useRef, useState } from 'react';
import { readPixels, type ScanPicture } from './picture.ts';
import {
  READER_URL,
  type ReadFailure,
  type ReadReport,
  type ReadRequest,
  type ScanLanguage,
} from './reader/messages.ts';

export type Reading = ReadReport | { step: 'idle' };

/**
 * Reads pictures in a worker, which is started when first needed and kept for the next picture. Ending the worker is
 * what cancels: its work, its downloads and its memory end with it.
 */
export function useReading(onText: (text: string, picture: ScanPicture) => void) {
  const [reading, setReading] = useState<Reading>({ step: 'idle' });
  const worker = useRef<Worker | null>(null);
  const latest = useRef(onText);
  latest.current = onText;
  const end = () => {
    worker.current?.terminate();
    worker.current = null;
  };
  useEffect(() => () => worker.current?.terminate(), []);

  const fail = (why: ReadFailure) => {
    end();
    setReading({ step: 'failed', why });
  };
  const start = (picture: ScanPicture, languages: ScanLanguage[]) => {
    if (reading.step === 'loading' || reading.step === 'reading') end();
    if (typeof Worker === 'undefined') return fail('unsupported');
    setReading({ step: 'loading', loaded: 0, total: 0 });
    try {
      const { data, width, height } = readPixels(picture);
      const running = worker.current ?? new Worker(READER_URL);
      worker.current = running;
      running.onmessage = ({ data: report }: MessageEvent<ReadReport>) => {
        if (worker.current !== running) return;
        if (report.step === 'failed') return fail(report.why);
        setReading(report.step === 'done' ? { step: 'idle' } : report);
        if (report.step === 'done') latest.current(report.text, picture);
      };
      running.onerror = () => worker.current === running && fail('network');
      const request: ReadRequest = { pixels: data, width, height, languages };
      running.postMessage(request, [data.buffer]);
    } catch (error) {
      fail(error instanceof RangeError ? 'memory' : 'broken');
    }
  };
  const cancel = () => {
    end();
    setReading({ step: 'idle' });
  };
  return { reading, start, cancel };
}
