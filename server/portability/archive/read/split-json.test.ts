import { describe, expect, it } from 'vitest';
import { JsonSplitter } from './split-json.ts';

describe('The splitter of JSON', () => {
  it('finds the values wherever the text is cut', () => {
    const json = Buffer.from('{"a": [1, {"b": "]},\\"{["}, []], "c": {"d": [1]}, "skip": [1], "e": "ü"}');
    for (const size of [1, 2, 3, 7, 1_000]) {
      const taken: [string, unknown][] = [];
      const splitter = new JsonSplitter({
        wants: (name) => name !== 'skip',
        take: (name, text) => taken.push([name, JSON.parse(text)]),
        bytesMax: 100,
      });
      for (let at = 0; at < json.length; at += size) splitter.add(json.subarray(at, at + size));
      splitter.end();
      expect(taken).toEqual([
        ['a', 1],
        ['a', { b: ']},"{[' }],
        ['a', []],
        ['c', { d: [1] }],
        ['e', 'ü'],
      ]);
    }
  });
});
