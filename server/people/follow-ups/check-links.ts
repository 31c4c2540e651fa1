/** Whatever in a text leads somewhere: addresses of the web and of mail, handles, and the ways to disguise them. */

const TLD =
  'com|net|org|info|biz|io|co|me|ly|gl|gg|to|cc|tv|ws|app|dev|xyz|shop|site|online|link|click|top|club|live|store|tech|page|web|cloud|ai|de|fr|es|it|pt|uk|eu|ru|cn|tk|ml|ga|cf|us|ch|at|nl|be|br|mx|example|test|zip|mov';
const DOT_WORD = '(?:dot|punkt|point|punto|ponto)';
/** Those that are no words of the languages in which "point" is one. */
const PLAIN_TLD = 'com|net|org|info|biz|io|co|xyz|dev|ly|gg|tk|ru|cn|uk|eu|example|test';

const DISGUISED = new RegExp(
  [
    String.raw`[\p{L}\p{N}-]\s*[\[({<]\s*${DOT_WORD}\s*[\])}>]`,
    String.raw`[\p{L}\p{N}-]\s*[\[({<]\s*\.\s*[\])}>]`,
    String.raw`[\p{L}\p{N}-]+\s+dot\s+(?:${TLD})(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}-]+\s+${DOT_WORD}\s+(?:${PLAIN_TLD})(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}-]+\s+\.\s*(?:${TLD})(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}-]\.\s+(?:com|net|org|info|biz|io|xyz|app|dev|ly)(?![\p{L}\p{N}])`,
    String.raw`[\p{L}\p{N}-],(?:com|net|org|info|io)(?![\p{L}\p{N}])`,
    String.raw`[\[({<]\s*(?:at|arroba|chiocciola|arobase|klammeraffe)\s*[\])}>]`,
    // Letters one by one: "e v i l . c o m".
    String.raw`(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][\s._*·•-]{1,3}){4,}[\p{L}\p{N}](?![\p{L}\p{N}])`,
    String.raw`h\W{0,3}[tx]\W{0,3}[tx]\W{0,3}p\W{0,3}s?\W{0,3}:`,
    String.raw`(?<!\p{L})h[tx]{2}ps?(?!\p{L})`,
    String.raw`dot\s+c\s*o\s*m(?!\p{L})`,
    String.raw`(?:at|bei|chez|en|presso|arroba)\s+(?:gmail|googlemail|outlook|hotmail|yahoo|icloud|gmx|proton)(?!\p{L})`,
    String.raw`(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)`,
    'xn--',
    '%[0-9a-f]{2}',
    String.raw`\\(?:u[0-9a-f{]|x[0-9a-f])`,
    '&(?:#x?[0-9a-f]+|[a-z]{2,8});',
    // Markup.
    String.raw`\]\s*\(`,
    String.raw`\]\s*:\s*\S`,
    String.raw`<\s*[/!a-z]`,
    String.raw`(?<![\p{L}])(?:mailto|tel|sms|javascript|data|file|ftp|callto|skype|whatsapp|bitcoin|facetime)\s*:`,
  ].join('|'),
  'iu',
);
/**
 * A word with a dot within it, with what follows up to the next space. What stands before a sign is short, or begins where
 * a word does: a long one is read once.
 */
const LINK =
  /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.)[^\s<>"“”«»]+|(?<![\p{L}\p{N}@.-])[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)*\.(?:[\p{L}][\p{L}\p{N}-]+)(?:[/?#:][^\s<>"“”«»]*)?/giu;
const AT = /(?<![^\s<>"“”«»()])[^\s<>"“”«»()]*@[^\s<>"“”«»()]*/gu;

/** One form of what looks alike: full-width letters, other dots and signs. */
export const normalizeLookalikes = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[。｡․‧∙⋅]/gu, '.')
    .replace(/[⁄∕⧸]/gu, '/')
    .toLowerCase();

const trimLink = (link: string) =>
  link
    .replace(/(?<![.,;:!?)\]}'’"”»…])[.,;:!?)\]}'’"”»…]+$/u, '')
    .replace(/^https?:\/\/(?:www\.)?|^www\./, '')
    .replace(/\/$/, '');

/** Links and addresses in a text, each in one form. */
export function linksIn(text: string): string[] {
  const flat = normalizeLookalikes(text);
  return [...(flat.match(AT) ?? []), ...(flat.replace(AT, ' ').match(LINK) ?? [])]
    .map(trimLink)
    .filter(Boolean);
}

/** The text without links that are known, so that nothing in them counts; other links stay. */
export function withoutKnownLinks(text: string, known: readonly string[]): string {
  const keep = (found: string) => (known.includes(trimLink(found)) ? ' ' : found);
  return normalizeLookalikes(text).replace(AT, keep).replace(LINK, keep);
}

/** True if a text without its known links leads anywhere. */
export function leadsSomewhere(rest: string): boolean {
  return DISGUISED.test(rest) || linksIn(rest).length > 0;
}
