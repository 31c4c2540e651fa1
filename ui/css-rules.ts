/** The top-level rules of a style sheet, each whole with what it nests; comments go, strings stay as they are. */
export function rulesIn(css: string): string[] {
  const rules: string[] = [];
  let rule = '';
  let depth = 0;
  for (const [token] of css.matchAll(TOKEN)) {
    if (token.startsWith('/*')) continue;
    rule += token;
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth > 0 || (token !== '}' && token !== ';')) continue;
    rules.push(rule.trim());
    rule = '';
  }
  return rules;
}

const TOKEN = /\/\*.*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^)]*\)|[{};]|[^{};"'/u]+|./gs;
