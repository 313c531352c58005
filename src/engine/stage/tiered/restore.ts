import type { Block } from '../../core/message/block.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import { fileOfCall } from './file-of-call.ts'
import { headAndTail } from '../../core/message/head-and-tail.ts'
import { newestBlock } from './results.ts'

/** Content that comes back after a compaction, newest first: each becomes a memory block after the summary. */
export type Restored = readonly { readonly text: string; readonly tokens: Tokens }[]

export interface RestoreSettings {
  readonly files: number
  readonly fileTokens: Tokens
  readonly skills: boolean
}

/** Where the newest known content of a file is, and whether the file was edited in place since. */
export interface KnownFile {
  readonly path: string
  /** The result of a read, or the call that wrote the whole file. */
  readonly block: BlockId
  readonly edited: boolean
}

/** Files and skills in a window's past, newest last. */
export interface Past {
  readonly files: readonly KnownFile[]
  readonly skills: readonly BlockId[]
}

/** Characters at the start of an injected text in which a skill names itself. */
const SKILL_HEAD = 300

/**
 * What was read, written and injected in a window, including blocks that left: content that one compaction removed
 * comes back after the next one too. Derived from the blocks, so that every stage that compacts knows the same.
 * O(blocks since).
 *
 * @param since the first block that counts: blocks before the last reset are forgotten
 * @param standing blocks that are still whole in the window
 */
export function pastOf(
  view: WindowView,
  since: BlockId,
  standing: ReadonlySet<Block>,
  { text }: StageContext,
): Past {
  const files = new Map<string, KnownFile>()
  const skills = new Map<string, BlockId>()
  const newest = Math.max(newestBlock(view), ...view.arrived)
  for (let id = since; id <= newest; id++) {
    const block = view.block(id)
    if (block.message < 0 || block.window !== view.window.id) continue
    if (!standing.has(block) && block.type === 'memory_injection') {
      const said = text(block.id)
      if (/\bskills?\b/i.test(said.slice(0, SKILL_HEAD))) {
        skills.delete(said)
        skills.set(said, block.id)
      }
    }
    const found = fileIn(block, view, text)
    if (found === null) continue
    const before = files.get(found.path)
    files.delete(found.path)
    if (found.whole) files.set(found.path, { path: found.path, block: block.id, edited: false })
    else if (before !== undefined) files.set(found.path, { ...before, edited: true })
  }
  return { files: [...files.values()], skills: [...skills.values()] }
}

/**
 * What comes back: the newest files first, then skills, each clipped, as long as there is room. A file that still has
 * content in the window is left out.
 *
 * @param standing paths of files that are still in the window
 */
export function restoredOf(
  past: Past,
  room: Tokens,
  standing: ReadonlySet<string>,
  { text, count }: StageContext,
  view: WindowView,
  settings: RestoreSettings,
): Restored {
  const restored: { readonly text: string; readonly tokens: Tokens }[] = []
  let left = room
  const take = (heading: string, content: string): void => {
    const clipped = heading + clippedTo(content, settings.fileTokens - count(heading), count)
    const tokens = count(clipped)
    if (tokens >= left || clipped === heading) return
    left -= tokens
    restored.push({ text: clipped, tokens })
  }
  const gone = past.files.filter(({ path }) => !standing.has(path))
  for (const file of gone.toReversed().slice(0, settings.files)) {
    const block = view.block(file.block)
    const content =
      block.type === 'tool_call' ? (fileOfCall(block, () => text(block.id))?.content ?? '') : text(block.id)
    const since = file.edited ? ', before later edits of it' : ''
    take(`[Restored: ${file.path} as of turn ${block.turn}${since}.]\n`, content)
  }
  for (const skill of settings.skills ? past.skills.toReversed() : []) {
    take(`[Restored: a skill of turn ${view.block(skill).turn}.]\n`, text(skill))
  }
  return restored
}

/** Paths of files whose content is in some blocks. */
export function pathsIn(blocks: readonly Block[], view: WindowView, { text }: StageContext): Set<string> {
  const paths = new Set<string>()
  for (const block of blocks) {
    const found = fileIn(block, view, text)
    if (found?.whole === true) paths.add(found.path)
  }
  return paths
}

/**
 * The file that a block is about, and whether the block contains the whole file: the result of a read, or a whole
 * write.
 */
function fileIn(
  block: Block,
  view: WindowView,
  text: StageContext['text'],
): { readonly path: string; readonly whole: boolean } | null {
  const before = block.call?.before ?? null
  if (block.type === 'tool_result' && before !== null && view.block(before).type === 'tool_call') {
    const file = fileOfCall(view.block(before), () => text(before))
    return file?.access === 'read' ? { path: file.path, whole: true } : null
  }
  if (block.type !== 'tool_call') return null
  const file = fileOfCall(block, () => text(block.id))
  return file?.access === 'write' ? { path: file.path, whole: file.content !== null } : null
}

/** A text clipped to a number of tokens, with its head and its tail; '' if there is no room. */
function clippedTo(text: string, most: Tokens, count: (text: string) => Tokens): string {
  const whole = count(text)
  if (whole <= most) return text
  let characters = Math.floor((text.length * most) / Math.max(1, whole))
  for (let attempt = 0; attempt < 12 && characters > 0; attempt++) {
    const clipped = headAndTail(text, characters)
    if (count(clipped) <= most) return clipped
    characters = Math.floor(characters * 0.85)
  }
  return ''
}
