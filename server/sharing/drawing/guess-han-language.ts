import { regionOfNumber } from '#server/infra/phone.ts';
import type { HanLanguage } from '#server/sharing/drawing/font-list.ts';
import type { PublicCard } from '#shared/cards/cards.ts';

const BY_COUNTRY: Partial<Record<string, HanLanguage>> = {
  JP: 'ja',
  KR: 'ko',
  TW: 'zh-Hant',
  HK: 'zh-Hant',
  MO: 'zh-Hant',
  CN: 'zh-Hans',
  SG: 'zh-Hans',
};

/** Whose forms of Chinese characters a card's owner writes: by kana or hangul anywhere on it, else by the phone numbers. */
export function guessHanLanguage(card: PublicCard): HanLanguage | null {
  const texts = [card.fullName, card.jobTitle, card.company, card.location, card.bio].join(' ');
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(texts)) return 'ja';
  if (/\p{Script=Hangul}/u.test(texts)) return 'ko';
  for (const number of Object.values(card.phonesE164)) {
    const region = regionOfNumber(number);
    const language = region && 'country' in region ? BY_COUNTRY[region.country] : undefined;
    if (language) return language;
  }
  return null;
}
