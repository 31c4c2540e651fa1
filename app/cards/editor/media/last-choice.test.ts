import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#app/frame/api/query-client.ts';
import { callOutside } from '#test/call-outside.ts';
import { setIsOutdated } from '#ui/part-failed.ts';
import * as toasts from '#ui/Toast.tsx';
import { useImport } from './use-import.ts';
import { useUploads } from './use-uploads.ts';

/** The requests that were begun, by what they send, and how each is answered. */
let answers: Map<string, () => void>;
let chosen: string[];
const choose = (url: string) => void chosen.push(url);

class FakeRequest {
  upload = {};
  status = 201;
  responseText = '';
  onload = () => {};
  onabort = () => {};
  open() {}
  abort() {
    this.onabort();
  }
  send(form: FormData) {
    const { name } = form.get('file') as File;
    this.responseText = JSON.stringify({ url: name });
    answers.set(name, () => this.onload());
  }
}

beforeEach(() => {
  answers = new Map();
  chosen = [];
  vi.stubGlobal('location', new URL('https://goldleaf.example/create'));
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('fetch', (_address: string, { body }: RequestInit) => {
    const { url } = JSON.parse(String(body));
    return new Promise((resolve) => answers.set(url, () => resolve(Response.json({ url }))));
  });
});
afterEach(() => {
  setIsOutdated(async () => false);
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const film = (name: string) => [new File(['film'], name, { type: 'video/mp4' })];
const begun = (...names: string[]) => vi.waitFor(() => expect([...answers.keys()]).toEqual(names));
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('A slot of one file', () => {
  it('takes the file that was chosen last, whichever upload ends last', async () => {
    const uploads = callOutside(() => useUploads('video', choose));
    const first = uploads.replace(film('first.mp4'));
    await begun('first.mp4');
    const second = uploads.replace(film('second.mp4'));
    await begun('first.mp4', 'second.mp4');
    answers.get('second.mp4')?.();
    answers.get('first.mp4')?.();
    await Promise.all([first, second]);
    expect(chosen).toEqual(['second.mp4']);
  });

  it('takes none that was given up', async () => {
    const uploads = callOutside(() => useUploads('video', choose));
    const only = uploads.replace(film('only.mp4'));
    await begun('only.mp4');
    uploads.cancel();
    answers.get('only.mp4')?.();
    await only;
    expect(chosen).toEqual([]);
  });

  it('hears no more of a choice that was given up, nor sends the rest of it', async () => {
    const told = vi.spyOn(toasts, 'toast');
    const uploads = callOutside(() => useUploads('video', choose));
    const text = new File(['text'], 'notes.txt', { type: 'text/plain' });
    const runs = [
      uploads.start([...film('first.mp4'), ...film('second.mp4')], 2),
      uploads.start([...film('third.mp4'), text], 4),
      uploads.start([...film('fourth.mp4'), text], 5),
    ];
    const firsts = ['first.mp4', 'third.mp4', 'fourth.mp4'];
    await begun(...firsts);
    uploads.cancel();
    await settle();
    for (const end of answers.values()) end();
    await Promise.all(runs);
    expect([...answers.keys()]).toEqual(firsts);
    expect(told).not.toHaveBeenCalled();
    await uploads.start([text]);
    expect(told).toHaveBeenCalledOnce();
  });

  it('says that it needs a reload if what sends files is missing since an update', async () => {
    vi.spyOn(await import('./send-file.ts'), 'sendFile').mockRejectedValue(
      new TypeError('Failed to fetch dynamically imported module: /assets/send-file.js'),
    );
    setIsOutdated(async () => true);
    const told = vi.spyOn(toasts, 'toast');
    await callOutside(() => useUploads('video', choose)).start(film('only.mp4'));
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(told.mock.calls[0]?.[0]).toMatchObject({ title: 'Goldleaf was updated' });
  });

  it('takes the address that was entered last, and none that was given up', async () => {
    const imports = callOutside(() => useImport(choose));
    for (const url of ['first', 'second']) imports.start(url);
    await begun('first', 'second');
    answers.get('second')?.();
    await settle();
    answers.get('first')?.();
    imports.start('third');
    await begun('first', 'second', 'third');
    imports.clear();
    answers.get('third')?.();
    await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(chosen).toEqual(['second']);
  });
});

describe('A slot of several files', () => {
  it('has no room for more than are under way, and says how many it took', async () => {
    const told = vi.spyOn(toasts, 'toast');
    const uploads = callOutside(() => useUploads('video', choose));
    const first = uploads.start([...film('1.mp4'), ...film('2.mp4')], 3);
    await begun('1.mp4');
    const second = uploads.start([...film('3.mp4'), ...film('4.mp4')], 3);
    await begun('1.mp4', '3.mp4');
    answers.get('3.mp4')?.();
    await second;
    expect(told.mock.lastCall?.[0]).toMatchObject({
      title: 'Upload failed',
      description: 'You can add 1 more. 1 file was skipped. 1 file uploaded.',
    });
    answers.get('1.mp4')?.();
    await begun('1.mp4', '3.mp4', '2.mp4');
    answers.get('2.mp4')?.();
    await first;
    expect(chosen).toEqual(['3.mp4', '1.mp4', '2.mp4']);
  });
});
