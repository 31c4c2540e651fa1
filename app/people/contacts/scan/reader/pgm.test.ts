import { expect, it } from 'vitest';
import { encodePgm } from './pgm.ts';

const pixelsOf = (...shades: number[]) =>
  Uint8ClampedArray.from(shades.flatMap((shade) => [shade, shade, shade, 255]));
const headOf = (file: Uint8Array) => new TextDecoder().decode(file.slice(0, 11)).split('\n');

it('writes a picture in gray, its darkest black and its lightest white', () => {
  const file = encodePgm(pixelsOf(60, 100, 140, 180), 2, 2);
  expect(headOf(file).slice(0, 3)).toEqual(['P5', '2 2', '255']);
  expect([...file.subarray(11)]).toEqual([0, 85, 170, 255]);
});

it('takes what is transparent for paper', () => {
  const pixels = Uint8ClampedArray.from([0, 0, 0, 0, 0, 0, 0, 255]);
  expect([...encodePgm(pixels, 2, 1).subarray(11)]).toEqual([255, 0]);
});

it('leaves a picture without contrast as it is, rather than reading its noise', () => {
  expect([...encodePgm(pixelsOf(100, 104, 101, 102), 2, 2).subarray(11)]).toEqual([100, 104, 101, 102]);
});
