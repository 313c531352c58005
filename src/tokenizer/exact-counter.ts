import type { CounterName, TokenCounter } from '../engine/tokens/counter.ts'
import type { Scanner } from './scanner.ts'
import { RankTree, NONE } from './rank-tree.ts'
import { Merge } from './merge.ts'

export function exactCounter(name: CounterName, packed: string, scan: Scanner): TokenCounter & { merge: Merge } {
  const tree = new RankTree(packed)
  const merge = new Merge(tree)
  let buffer = new Uint8Array(4096)
  return {
    name,
    exact: true,
    messageOverhead: 3,
    merge,
    count(text) {
      let tokens = 0
      for (let at = 0; at < text.length; ) {
        const end = scan(text, at)
        if (tree.wholeAscii(text, at, end) !== NONE) tokens++
        else {
          if (buffer.length < 3 * (end - at)) buffer = new Uint8Array(6 * (end - at))
          tokens += merge.count(buffer, writeUtf8(text, at, end, buffer))
        }
        at = end
      }
      return tokens
    },
  }
}

function writeUtf8(text: string, start: number, end: number, into: Uint8Array): number {
  let length = 0
  for (let at = start; at < end; at++) {
    let code = text.charCodeAt(at)
    if (code < 0x80) {
      into[length++] = code
      continue
    }
    if (code < 0x800) into[length++] = 0xc0 | (code >>> 6)
    else {
      if (code >= 0xd800 && code <= 0xdfff) {
        const point = text.codePointAt(at)!
        if (point > 0xffff && at + 1 < end) {
          into[length++] = 0xf0 | (point >>> 18)
          into[length++] = 0x80 | ((point >>> 12) & 0x3f)
          into[length++] = 0x80 | ((point >>> 6) & 0x3f)
          into[length++] = 0x80 | (point & 0x3f)
          at++
          continue
        }
        code = 0xfffd
      }
      into[length++] = 0xe0 | (code >>> 12)
      into[length++] = 0x80 | ((code >>> 6) & 0x3f)
    }
    into[length++] = 0x80 | (code & 0x3f)
  }
  return length
}
