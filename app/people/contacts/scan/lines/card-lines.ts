/** Lines as the recognition gives them: with stray marks from edges and logos, and values broken over two lines. */

/** Marks that recognition sees in edges, icons and ornaments. */
const EDGE_MARKS = /^[^\p{L}\p{N}+@(]+|[^\p{L}\p{N}.)!?]+$/gu;
/** Separators within a line: each part says something of its own. */
const SEPARATORS = /\s[|¦•·●■▪—–»«*]+\s|\s[|¦•·●■▪]|[|¦•·●■▪]\s|\s{4,}|\t/u;
const HAS_CONTENT = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
/** More than any card has; what follows would be a page. */
const LINES_MAX = 120;
const LINE_LENGTH_MAX = 300;

const trimLine = (line: string): string => line.replace(EDGE_MARKS, '').replace(/\s+/g, ' ').trim();

/** The second line continues a mail or web address that the first has begun. */
const goesOn = (line: string, next: string): boolean =>
  /@\s*$/.test(line) ||
  (!line.includes('@') && /^\s*@\s*\w/.test(next)) ||
  // "anna.berg@example." + "com", "www.example-" + "company.com"
  (/(?:@|\bwww\.)\S*[.-]\s*$/i.test(line) && /^\s*[\w-]+(?:\.[\w-]+)*\s*$/.test(next)) ||
  // "anna.berg@example" + ".com"
  (/@[\w-]+\s*$/.test(line) && /^\s*\.\s?\w{2,}\s*$/.test(next));

/** The lines that say something, in their order; one for each part of a line with separators. */
export function cardLines(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.slice(0, LINES_MAX * LINE_LENGTH_MAX).split('\n')) {
    const last = lines.at(-1);
    if (last !== undefined && raw.trim() && goesOn(last, raw))
      lines[lines.length - 1] = last.trim() + raw.trim();
    else if (raw.trim()) lines.push(raw);
  }
  return lines
    .flatMap((line) => line.split(SEPARATORS))
    .map((line) => trimLine(line ?? '').slice(0, LINE_LENGTH_MAX))
    .filter((line) => HAS_CONTENT.test(line))
    .slice(0, LINES_MAX);
}
