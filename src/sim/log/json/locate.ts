import { endOfBrackets, endOfString, isSpace, skipSpace } from './fault.ts'

const STEP = /\[(\d+)\]|([^.[\]]+)/g

/**
 * Where the value at a path such as `messages[3].content[1].text` begins in a text of valid JSON, which may be cut off. A
 * path that does not exist gives its last existing part.
 */
export function offsetOf(text: string, path: string): number {
  return offsetsOf(text, [path])[0] ?? 0
}

/**
 * `offsetOf` for many paths at once. The text is walked once for each level of the paths, not once for each path: a
 * thousand of them in a text of a few hundred kilobytes would take seconds.
 */
export function offsetsOf(text: string, paths: readonly string[]): readonly number[] {
  const root = createNode()
  const ways = paths.map((path) => wayOf(root, path))
  visit(text, skipSpace(text, 0), root)
  return ways.map((way) => way.findLast((node) => node.offset >= 0)?.offset ?? 0)
}

/** A value that some path leads to, or through. */
interface Node {
  /** Offset of the value; -1 if it is not in the text. */
  offset: number
  readonly members: Map<string, Node>
  readonly entries: Map<number, Node>
}

function createNode(): Node {
  return { offset: -1, members: new Map(), entries: new Map() }
}

/** The nodes along a path, created if new; the root is the first. */
function wayOf(root: Node, path: string): readonly Node[] {
  const way = [root]
  let node = root
  for (const [, index, key] of path.matchAll(STEP)) {
    node = index === undefined ? below(node.members, key ?? '') : below(node.entries, Number(index))
    way.push(node)
  }
  return way
}

function below<Key>(nodes: Map<Key, Node>, key: Key): Node {
  const known = nodes.get(key)
  if (known) return known
  const node = createNode()
  nodes.set(key, node)
  return node
}

function visit(text: string, at: number, node: Node): void {
  node.offset = at
  if (text[at] === '{' && node.members.size > 0)
    for (const [member, offset] of membersOf(text, at, node.members)) visit(text, offset, member)
  if (text[at] === '[' && node.entries.size > 0)
    for (const [entry, offset] of entriesOf(text, at, node.entries)) visit(text, offset, entry)
}

/** Where the values of the wanted keys begin; of equal keys the last one counts, as for `JSON.parse`. */
function membersOf(
  text: string,
  start: number,
  wanted: ReadonlyMap<string, Node>,
): ReadonlyMap<Node, number> {
  const found = new Map<Node, number>()
  let at = skipSpace(text, start + 1)
  while (text[at] === '"') {
    const end = endOfString(text, at)
    if (typeof end !== 'number') break
    const value = skipSpace(text, skipSpace(text, end) + 1)
    const node = wanted.get(JSON.parse(text.slice(at, end)) as string)
    if (node) found.set(node, value)
    const after = skipSpace(text, endOfValue(text, value))
    if (text[after] !== ',') break
    at = skipSpace(text, after + 1)
  }
  return found
}

function entriesOf(
  text: string,
  start: number,
  wanted: ReadonlyMap<number, Node>,
): ReadonlyMap<Node, number> {
  const found = new Map<Node, number>()
  let at = skipSpace(text, start + 1)
  if (text[at] === ']') return found
  for (let index = 0; found.size < wanted.size; index++) {
    const node = wanted.get(index)
    if (node) found.set(node, at)
    const after = skipSpace(text, endOfValue(text, at))
    if (text[after] !== ',') break
    at = skipSpace(text, after + 1)
  }
  return found
}

function endOfValue(text: string, start: number): number {
  const char = text[start]
  if (char === '{' || char === '[') return endOfBrackets(text, start)
  if (char === '"') {
    const end = endOfString(text, start)
    return typeof end === 'number' ? end : text.length
  }
  let at = start
  while (at < text.length && !',]}'.includes(text.charAt(at)) && !isSpace(text.charCodeAt(at))) at += 1
  return at
}
