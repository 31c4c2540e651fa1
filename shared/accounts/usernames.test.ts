import { describe, expect, it } from 'vitest';
import { username } from './account.ts';
import { looksLikeAnother } from './usernames.ts';

const accepts = (name: string) => username().safeParse(name).success && !looksLikeAnother(name);

describe('A new username', () => {
  it.each([
    'alice',
    'Ada_Lovelace-1815',
    'Łukasz.Żółć',
    'nguyễn.văn',
    '田中Taro',
    'タロウ田中Taro',
    'スーパーmario',
    '李Ming',
    '佐々木',
    'ㄅㄆㄇabc',
    '김철수Kim',
    '漢字한글abc',
    'Иван2026',
    'Ελένη',
    'Ωμέγα1',
    'محمد',
    'علی۱۲۳',
    'יעל_כהן',
    'สมชาย',
    'अमित',
    'হাসান',
    'தமிழ்',
    'ნინო',
    'Արամ',
    '二〇二六',
    'ɛyɛadeɛ',
  ])('may be %s', (name) => expect(accepts(name)).toBe(true));

  it.each([
    ['аlice', 'a Cyrillic а among Latin letters'],
    ['Bоb', 'a Cyrillic о'],
    ['Ωmega', 'Greek and Latin'],
    ['αβвг', 'Greek and Cyrillic'],
    ['Ꭺlice', 'Cherokee and Latin'],
    ['ᎠᏞᎥᏟᎬ', 'letters in no general use'],
    ['ꓐꓲꓡꓡ', 'Lisu, whose letters are Latin capitals to the eye'],
    ['สมชายtom', 'Thai and Latin'],
    ['अमितamit', 'Devanagari and Latin'],
    ['ひらがな한글', 'Japanese and Korean'],
    ['カタㄅㄆ', 'Japanese and Bopomofo'],
    ['ИванТаро田', 'Cyrillic and Han'],
    ['ＡＬＩＣＥ', 'full-width'],
    ['ｱﾘｽﾃｨ', 'half-width'],
    ['𝐚𝐥𝐢𝐜𝐞', 'mathematical letters'],
    ['ﬁona', 'a ligature'],
    ['ᴀʟɪᴄᴇ', 'small capitals of phonetics'],
    ['ɑlice', 'a phonetic a'],
    ['aliceǃ', 'a click letter'],
    ['ali٣ce', 'Arabic digits among Latin letters'],
    ['علی٣۳', 'two kinds of digits'],
    ['bob❶', 'a circled numeral'],
    ['bobⅣ', 'a Roman numeral of one character'],
    ['bob\u115Fx', 'an invisible filler'],
    ['ali\u200Dce', 'an invisible joiner'],
    ['a\u0336lice', 'a stroke through a letter'],
    ['al ice', 'a space'],
  ])('may not be %s: %s', (name) => expect(accepts(name)).toBe(false));

  it('is one and the same, whether its accents came apart or not', () => {
    expect(username().parse('Zoe\u0308')).toBe('Zo\u00EB');
  });
});
