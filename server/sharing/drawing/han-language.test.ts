import { expect, it } from 'vitest';
import { openHanLanguages } from './han-language.ts';

const languages = openHanLanguages();

it('Chinese characters are told apart by their neighbors, by a hint, and by who could write them', () => {
  expect(
    ['山田 さくら', '김민준 金', '张伟', '劉德華', '沢田研二', '辻仁成', '李明', 'Ada'].map((name) =>
      languages.of(name, null),
    ),
  ).toEqual(['ja', 'ko', 'zh-Hans', 'zh-Hant', 'ja', 'ja', 'zh-Hans', 'zh-Hans']);
  expect(languages.of('李明', 'ko')).toBe('ko');
  expect(languages.of('李さくら', 'ko')).toBe('ja');
});
