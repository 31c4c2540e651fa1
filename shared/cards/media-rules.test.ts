import { expect, it } from 'vitest';
import { isElsewhere, isInlineData, isOwnMedia, isShowable, smallUrls } from '#shared/contract/media-urls.ts';
import { inMegabytes, tooLargeMessage, wrongKindMessage } from './media-rules.ts';

const PHOTO = `/media/${'0a'.repeat(16)}.jpg`;

it.each([
  [PHOTO, { own: true, shown: true, inline: false, elsewhere: false }],
  ['data:image/png;base64,AAAA', { own: false, shown: true, inline: true, elsewhere: false }],
  ['data:video/webm;codecs=vp8;base64,AAAA', { own: false, shown: true, inline: true, elsewhere: false }],
  ['data:text,AAAA', { own: false, shown: true, inline: false, elsewhere: false }],
  ['blob:https://a.example/1', { own: false, shown: true, inline: false, elsewhere: false }],
  ['http://a.example/me.jpg', { own: false, shown: false, inline: false, elsewhere: true }],
  ['HTTPS://a.example/me.jpg', { own: false, shown: false, inline: false, elsewhere: true }],
  ['see https://a.example', { own: false, shown: false, inline: false, elsewhere: false }],
  [`x${PHOTO}`, { own: false, shown: false, inline: false, elsewhere: false }],
  [`${PHOTO}/x`, { own: false, shown: true, inline: false, elsewhere: false }],
  ['/media/', { own: false, shown: true, inline: false, elsewhere: false }],
])('tells what %s names', (value, expected) => {
  const told = { own: isOwnMedia(value), shown: isShowable(value), inline: isInlineData(value) };
  expect({ ...told, elsewhere: isElsewhere(value) }).toEqual(expected);
});

it('knows the small widths of a stored picture, and none of anything else', () => {
  const start = PHOTO.replace('.jpg', '');
  for (const url of [PHOTO, `${start}.webp`]) {
    expect(smallUrls(url).map((small) => small.url)).toEqual(
      smallUrls(url).map(({ width }) => `${start}-${width}.webp`),
    );
    expect(smallUrls(url).length).toBeGreaterThan(1);
  }
  for (const url of [`${start}.mp4`, `x${PHOTO}`, `${PHOTO}x`, '/media/short.jpg'])
    expect(smallUrls(url)).toEqual([]);
});

it.each([
  [0, '0 MB'],
  [1, 'less than 1 MB'],
  [1024 * 1024 - 1, 'less than 1 MB'],
  [1024 * 1024, '1 MB'],
  [2.9 * 1024 * 1024, '2 MB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(inMegabytes(bytes)).toBe(text);
});

it('names the file that is too large or of another kind', () => {
  expect(tooLargeMessage('a.png', 'image')).toBe('a.png is larger than 5MB. Please choose a smaller file.');
  expect(tooLargeMessage('a.mp4', 'video')).toBe('a.mp4 is larger than 10MB. Please choose a smaller file.');
  expect(wrongKindMessage('a.txt', 'image')).toBe('a.txt is not an image file. Please select an image.');
  expect(wrongKindMessage('a.txt', 'video')).toBe('a.txt is not a video file. Please select a video.');
});
