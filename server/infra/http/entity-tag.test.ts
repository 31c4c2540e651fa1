import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/contract/errors.ts';
import { passesIfMatch } from './entity-tag.ts';

describe('If-Match', () => {
  it.each([
    [undefined, true],
    ['*', true],
    ['"3"', true],
    [' "2" ,\t"3" ', true],
    [',, "3",', true],
    ['"2"', false],
    ['W/"3"', false],
  ])('%j passes: %j', (header, passes) => {
    expect(passesIfMatch(header, '"3"')).toBe(passes);
  });

  it.each(['', ',', '3', '"3', '"3" "4"', '"3";', '*, "3"'])('%j is refused as unreadable', (header) => {
    expect(() => passesIfMatch(header, '"3"')).toThrow(AppError);
  });

  // Read with quadratic effort, this takes minutes, during which nobody else is served.
  it('of nothing but spaces costs the others nothing', () => {
    expect(() => passesIfMatch(`"2",${' '.repeat(400_000)}x`, '"3"')).toThrow(AppError);
  });
});
