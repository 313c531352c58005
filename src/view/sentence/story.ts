import type { Block, Tokens, HealthAction } from '../../engine/index.ts'
import { counted, tokens } from './format.ts'
import type { Config } from './stage-config.ts'
import type { Reader } from './level.ts'

/** The description of what a stage without a ranking did to a block. */
export interface StageStory {
  /** What it decides about; blocks of other types are ignored. */
  readonly about: 'everything' | 'results' | 'calls and results' | 'thinking' | 'arrivals'
  /** What was done to the block, as a past participle: `snipped`. Null if the verb of the edit is enough. */
  readonly did: string | null
  /** Its replacement; '' if there is none, or another sentence says it. */
  readonly stands: string
  /** Which blocks leave first, and what would have kept this one. */
  readonly rule: string
  /** Why a block is in the tail that stays, for the middle of a sentence. */
  readonly tail: string
  /** Why a block stayed without a guard and outside the tail. */
  readonly otherwise: string
}

/** The input of a description. */
export interface Part {
  readonly block: Pick<Block, 'type' | 'call'>
  readonly verb: string
  readonly before: Tokens
  readonly after: Tokens
  readonly exact: boolean
}

type Teller = (config: Config, part: Part) => Partial<StageStory>

export const CURRENT: Partial<StageStory> = Object.freeze({
  rule: 'The last exchange stays, and so does what running tool calls need.',
  tail: 'it belongs to the last exchange',
})

export function snipped(
  section: string,
  {
    snip_keep_per_tool: perTool,
    keep_results: keep,
    snip_tools: tools,
  }: Pick<Config['tiered'], 'snip_keep_per_tool' | 'keep_results' | 'snip_tools'>,
  part: Part,
): Partial<StageStory> {
  const tool = part.block.call?.name ?? ''
  const newest = `the newest ${counted(keep, 'result')} of all tools stay (${keyed(`${section}.keep_results`, keep)})`
  return {
    about: 'results',
    did: 'snipped',
    stands: notice(part),
    rule:
      `Dropped are older reads of a file that was read again, and all results of each tool except the newest ` +
      `${counted(perTool, 'result')} (${keyed(`${section}.snip_keep_per_tool`, perTool)}); ${newest}.`,
    otherwise: tools.includes(tool)
      ? `no newer result replaces it, or it is one of the newest: ${newest}`
      : `${tool === '' ? 'its tool' : tool} is not among ${section}.snip_tools`,
  }
}

export function cleared(section: string, keep: number, part: Part): Partial<StageStory> {
  const newest = `the newest ${counted(keep, 'result')} stay (${keyed(`${section}.keep_results`, keep)})`
  return {
    about: 'results',
    did: part.verb === 'replace' ? 'cleared' : null,
    stands:
      part.verb === 'clear'
        ? `The provider deletes it in place, so the cached prefix stays valid: instead of its ${before(part)} tokens the model sees a notice of ${after(part)}.`
        : notice(part),
    rule: `${newest.slice(0, 1).toUpperCase()}${newest.slice(1)}.`,
    otherwise: `${newest}; results that are already cleared or as short as a notice are left`,
  }
}

export function stored(part: Part, size: string, rule: string): Partial<StageStory> {
  return part.verb === 'clip'
    ? {
        about: 'arrivals',
        did: 'shown as its first page',
        stands: `It was stored earlier and read back whole; of its ${before(part)} tokens, ${after(part)} are shown.`,
        rule,
      }
    : {
        about: 'arrivals',
        did: 'stored',
        stands: `A preview of ${size} replaces it and names the file to read: ${before(part)} tokens became ${after(part)}.`,
        rule,
      }
}

function notice(part: Part): string {
  return `A notice of ${after(part)} tokens replaces its ${before(part)}; its call stays.`
}

export function before(part: Part): string {
  return tokens(part.before, { exact: part.exact })
}

export function after(part: Part): string {
  return tokens(part.after, { exact: part.exact })
}

export function staysInAnyCase(names: readonly string[]): string {
  if (names.length === 0) return ''
  const last = names.at(-1) ?? ''
  const all = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
  return ` ${all.slice(0, 1).toUpperCase()}${all.slice(1)} stay in any case, with what belongs to them.`
}

export function keyed(key: string, value: number | string | boolean): string {
  return `${key}: ${value}`
}

export function lower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/**
 * How a stage is described to people, in addition to its own texts in the engine. `doing` is the acting subject in a
 * sentence (`by snipping outdated results`, `compaction freed 900 tokens`); `done` is the result of its edit, as the
 * head of a line (`outdated results snipped`).
 */
export interface ToldStage {
  readonly doing: string
  readonly done: string
  /** Alerts that it reacts to, by their action (HEALTH-2). */
  readonly answers?: readonly HealthAction[]
  /** What its edit summarizes, if not `older messages`. */
  readonly took?: string
  /** Describes a block in its edits, by its settings; missing if it ranks, or if there is nothing to say. */
  readonly story?: Teller
  /** The levels of its readings; missing if a run does not record them. */
  readonly levels?: Reader
  /** It acts at the reserve at the latest, however high its own level is (BUD-3). */
  readonly endsAtReserve?: true
}
