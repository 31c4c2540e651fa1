import { describe, expect, it } from 'vitest';
import { CallError, NetworkError } from '#app/frame/api/call.ts';
import { checkFile, noRoomFor, refusalFrom } from './file-check.ts';

const MEGABYTE = 1024 * 1024;

describe('a file that is chosen', () => {
  it('is taken when it is of the kind and size the slot takes', () => {
    expect(checkFile({ name: 'me.png', type: 'image/png', size: 5 * MEGABYTE }, 'image')).toBeNull();
    expect(checkFile({ name: 'me.mov', type: 'video/quicktime', size: 10 * MEGABYTE }, 'video')).toBeNull();
  });

  it('is refused in the words of the specification', () => {
    expect(checkFile({ name: 'me.png', type: 'image/png', size: 5 * MEGABYTE + 1 }, 'image')).toEqual({
      title: 'File too large',
      description: 'me.png is larger than 5MB. Please choose a smaller file.',
    });
    expect(checkFile({ name: 'a.mp4', type: 'video/mp4', size: 11 * MEGABYTE }, 'video')?.description).toBe(
      'a.mp4 is larger than 10MB. Please choose a smaller file.',
    );
    expect(checkFile({ name: 'cv.pdf', type: 'application/pdf', size: 1 }, 'image')).toEqual({
      title: 'Invalid file type',
      description: 'cv.pdf is not an image file. Please select an image.',
    });
    expect(checkFile({ name: 'me.png', type: 'image/png', size: 1 }, 'video')?.description).toBe(
      'me.png is not a video file. Please select a video.',
    );
  });
});

describe('an upload that failed', () => {
  it('says what the server said, under the title of its kind', () => {
    const body = '{"message":"Could not process a.png. Please try a different image.","code":"invalid"}';
    expect(refusalFrom(new CallError(422, body, ''))).toEqual({
      title: 'Image processing failed',
      description: 'Could not process a.png. Please try a different image.',
    });
    expect(refusalFrom(new CallError(413, '{"message":"Big","code":"too_large"}', '')).title).toBe(
      'File too large',
    );
  });

  it('says when the server has no room for files, or too much to do', () => {
    const full = '{"message":"This server has no room for more files.","code":"storage_full"}';
    expect(refusalFrom(new CallError(507, full, ''))).toEqual({
      title: 'Upload failed',
      description: 'This server has no room for more files.',
    });
    const busy = '{"message":"Many pictures are being processed right now.","code":"unavailable"}';
    expect(refusalFrom(new CallError(503, busy, '')).description).toBe(
      'Many pictures are being processed right now.',
    );
  });

  it('has words of its own where there was no answer or none that reads', () => {
    const failed = { title: 'Upload failed', description: 'Failed to upload files. Please try again.' };
    expect(refusalFrom(new CallError(500, '', 'Internal Server Error'))).toEqual(failed);
    expect(refusalFrom(new CallError(502, '', 'Bad Gateway')).description).toBe(
      'Goldleaf isn’t responding right now. Please try again in a minute.',
    );
    expect(refusalFrom(new Error('odd'))).toEqual(failed);
    expect(refusalFrom(new CallError(500, '{"message":"Oh","code":"internal"}', ''))).toEqual(failed);
    const { message } = new NetworkError();
    expect(refusalFrom(new NetworkError())).toEqual({ title: 'Upload failed', description: message });
  });

  it('is counted when the list has no room for it', () => {
    expect(noRoomFor(1, 5).description).toBe('You can add 5 more. 1 file was skipped.');
    expect(noRoomFor(3, 0).description).toBe('You can’t add more. 3 files were skipped.');
  });
});
