import { foldCardWords } from './card-words.ts';

/** Mail and web addresses in recognized lines, with what recognition typically confuses in them put right. */

export interface Taken {
  values: string[];
  /** The lines without what was taken out of them; empty ones stay, so that the order is kept. */
  lines: string[];
}

const TLD =
  'com|net|org|info|biz|eu|de|at|ch|fr|es|it|pt|br|uk|us|ca|io|co|ai|app|dev|me|tv|mx|ar|cl|pe|nl|be|lu|li|pl|cz|dk|se|no|fi|ie|au|nz|jp|cn|tr|gr|hu|ro|edu|gov|int|cat|agency|studio|design|consulting|cloud|tech|online|shop|store|digital|media|group|legal|law|berlin|hamburg|koeln|wien|bayern|paris|swiss|pro|xyz|site|works|team|health|energy|solutions|systems|software|finance|capital|ventures|architects|photography';
const END_OF_HOST = new RegExp(`\\.(?:${TLD})$`);

/** Endings that are read wrongly again and again: rn for m, 0 for o. */
const ENDINGS: [RegExp, string][] = [
  [/\.(?:corn|c0m|con|cорn|cem|oom|eom|comn)$/, '.com'],
  [/\.(?:0rg|orq|arg)$/, '.org'],
  [/\.(?:nel|nct|ne1)$/, '.net'],
  [/\.(?:cle|oe|d e)$/, '.de'],
];

/** A host in lower case, without spaces and accents: "Baeckerei-Mueller , de" → "baeckerei-mueller.de". */
function readHost(text: string): string {
  const plain = foldCardWords(text)
    .replace(/\s*[.,]\s*/g, '.')
    .replace(/\s+/g, '')
    .replace(/^\.+|[.-]+$/g, '');
  return ENDINGS.reduce((host, [wrong, right]) => host.replace(wrong, right), plain);
}

// Each character has one place in these patterns: nothing is tried in two ways, however long the line.
const WORD = String.raw`[\p{L}\p{N}_%+]+`;
/** A comma or a raised dot right between two words is a dot that was read wrongly. */
const LOCAL = String.raw`${WORD}(?:\s?\.\s?${WORD}|[,·•]${WORD}|-${WORD})*`;
/** Parts of a host, with what stands for the dots between them; the next mail address after a comma is none. */
const HOST = String.raw`[\p{L}\p{N}-]+(?:\s?[.,]\s?[\p{L}\p{N}-]+(?![\p{L}\p{N}._%+-]*\s?@))*`;
/** The sign itself, written out, or as recognition sees it. */
const AT = String.raw`\s*(?:@|\(at\)|\[at\]|\{at\}|©|®|\(a\)|\(Q\))\s*`;
const MAIL = new RegExp(`(${LOCAL})${AT}(${HOST}(?: (?:${TLD})(?![\\p{L}\\p{N}.@]))?)`, 'giu');
const MAIL_LABEL = /\b(?:e[\s-]?mail|mail|courriel|correo(?: electr[oó]nico)?|posta|e)\s*[:.;|]\s*/giu;

/** "gmail com" → "gmail.com"; a host that ends in no known way stays as it is. */
const withDot = (host: string): string => host.replace(new RegExp(`([^.,\\s])\\s+(${TLD})$`, 'i'), '$1.$2');

export function takeMails(lines: readonly string[]): Taken {
  const values: string[] = [];
  const left = lines.map((line) =>
    line
      .replace(MAIL_LABEL, (label, at: number) => (/@|\(at\)/i.test(line.slice(at)) ? '' : label))
      .replace(MAIL, (whole, local: string, host: string) => {
        const mail = `${foldCardWords(local).replace(/\s+/g, '').replace(/[,·•]/g, '.')}@${readHost(withDot(host))}`;
        if (!/^[a-z0-9][\w.%+-]*@(?:[a-z0-9-]+\.)+[a-z]{2,24}$/.test(mail)) return whole;
        values.push(mail);
        return ' ';
      }),
  );
  return { values: [...new Set(values)], lines: left };
}

/** www as recognition sees it: wwvv, vvww, "ww w", VWVW. */
const WWW = String.raw`(?:(?:w|vv){2}\s?(?:w|vv)|vwvw|wvw|wwvw)\s?[.,:]\s?`;
const SCHEME = String.raw`h?t{1,2}p(s?)\s?[:;.]?\s?[/\\]\s?[/\\]\s?`;
const PATH = String.raw`(?:\s?\/[\p{L}\p{N}_~%./?=&#-]*)?`;
/** Begins with what stands before, since Safari before 16.4 cannot look behind. */
const MARKED = new RegExp(`(^|[^\\p{L}\\p{N}])(${SCHEME})?(${WWW})?(${HOST})(${PATH})`, 'giu');
/** Without www only where it is written without spaces and ends in a known way. */
const BARE = new RegExp(
  `(^|[^\\p{L}\\p{N}.@-])((?:[\\p{L}\\p{N}-]+\\.)+(?:${TLD}))(?![\\p{L}\\p{N}@.-])(${PATH})`,
  'giu',
);

const tidyPath = (path: string): string => path.replace(/\s+/g, '').replace(/\/$/, '');

export function takeLinks(lines: readonly string[]): Taken {
  const values: string[] = [];
  const takeMarked = (
    ...[whole, before = '', scheme, secure, www, host = '', path = '']: (string | undefined)[]
  ): string => {
    const name = readHost(withDot(host));
    if ((!scheme && !www) || !/^(?:[a-z0-9-]+\.)+[a-z]{2,24}$/.test(name)) return whole ?? '';
    const start = scheme ? `http${secure ? 's' : ''}://` : '';
    values.push(`${start}${www ? 'www.' : ''}${name}${tidyPath(path)}`);
    return `${before} `;
  };
  const takeBare = (whole: string, before: string, host: string, path = ''): string => {
    const name = readHost(host);
    if (!END_OF_HOST.test(name) || /^(?:\d|dr\.|st\.|str\.|tel\.)/.test(name)) return whole;
    values.push(name + tidyPath(path));
    return `${before} `;
  };
  const left = lines.map((line) =>
    line
      .replace(MARKED, (...found) => takeMarked(...(found.slice(0, 7) as (string | undefined)[])))
      .replace(BARE, takeBare),
  );
  return { values: [...new Set(values)], lines: left };
}

/** Networks' own sites: a profile there is not the website of a company. */
export const isNetwork = (link: string): boolean =>
  /(?:^|\.)(?:linkedin|xing|facebook|instagram|twitter|x|tiktok|youtube|github)\.com/.test(
    link.replace(/^www\./, ''),
  );
