import { expect, it } from 'vitest';
import { buildSrcSet } from './src-set.ts';

it('offers small widths only for images that we store', () => {
  const hash = '0123456789abcdef'.repeat(2);
  expect(buildSrcSet(`/media/${hash}.jpg`, '132px')).toEqual({
    srcSet: `/media/${hash}-400.webp 400w, /media/${hash}-800.webp 800w`,
    sizes: '132px',
  });
  for (const src of [null, 'https://example.com/a.jpg', `/media/${hash}.mp4`, 'blob:https://example.com/1']) {
    expect(buildSrcSet(src, '132px')).toEqual({});
  }
});
