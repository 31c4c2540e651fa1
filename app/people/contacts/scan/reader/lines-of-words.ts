/** A gap between words that is wider than so many times their height parts two columns. */
const COLUMN_GAP = 1.6;

/**
 * The text of words with their places, as the engine writes them (TSV: level, page, block, paragraph, line, word, left,
 * top, width, height, confidence, text; level 5 is a word). A line of the picture is a line, its columns are parted by
 * tabs: cards have a name at the left and a logo's words at the right.
 */
export function linesOfWords(tsv: string): string {
  const lines: string[] = [];
  let line = '';
  let end = 0;
  let text = '';
  for (const row of tsv.split('\n')) {
    const [level, page, block, paragraph, number, , left, , width, height, , word = ''] = row.split('\t');
    if (level !== '5' || !word.trim()) continue;
    const its = [page, block, paragraph, number].join();
    if (its !== line) {
      lines.push(text);
      [line, text] = [its, word];
    } else {
      text += (Number(left) - end > COLUMN_GAP * Number(height) ? '\t' : ' ') + word;
    }
    end = Number(left) + Number(width);
  }
  return [...lines, text].filter(Boolean).join('\n');
}
