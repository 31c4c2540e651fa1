import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';

describe('A folded text', () => {
  it.each([
    ['Zoë Ångström', 'zoe angstrom'],
    ['Zoe\u0308 A\u030Angstro\u0308m', 'zoe angstrom'],
    [' Ada  King   Noel ', 'ada king noel'],
    ['MÜLLER Straße', 'muller strasse'],
    ['ﬁnance ＡＢＣ１２３', 'finance abc123'],
    ['Łukasz Øre Æbelø', 'lukasz ore aebelo'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
    ['Иван Чайковский', 'иван чайковский'],
    ['Алёна', 'алена'],
    ['مُحَمَّد', 'محمد'],
    ['أحمد', 'احمد'],
    ['שָׁלוֹם', 'שלום'],
    ['山田 太郎', '山田 太郎'],
    ['ガギグ ｶﾞ', 'ガギグ ガ'],
    ['김민준', '김민준'],
    ['हिन्दी', 'हिन्दी'],
    ['Nguyễn  Thị\u00A0Minh', 'nguyen thi minh'],
    ['😀 a\u200Bb', '😀 ab'],
    ['GROẞ', 'gross'],
  ])('of %j is %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('keeps apart what are different letters', () => {
    expect(foldText('й')).not.toBe(foldText('и'));
    expect(foldText('が')).not.toBe(foldText('か'));
    expect(foldText('की')).not.toBe(foldText('का'));
  });

  it('is itself when it is folded again', { tags: ['thorough'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: 300 },
    );
  });
});
