import type { AllowedBy, EditTrigger, Tokens } from '../../engine/index.ts'
import type { EditRecord, TimelineData } from '../../sim/index.ts'
import { placeOf, stageConfig } from '../sentence/stage-config.ts'
import { counted, decimal, share, tokens, whole } from '../sentence/format.ts'

/** What exceeded its maximum when a stage edited, and the setting of the maximum (EDIT-1), as recorded. */
export interface Due {
  readonly stage: string
  readonly measure: Exclude<EditTrigger['measure'], 'share'>
  readonly value: number
  readonly allowed: number
  /** The YAML key with its written value; null if no key is known, as for an article's code. */
  readonly key: string | null
  readonly written: string
  /** What the value at the key is a share of, or is subtracted from; null for a plain amount. */
  readonly of: AllowedBy['of']
  readonly reserve: Tokens
}

type DueData = Pick<TimelineData, 'spec'>

/**
 * Reads the recorded trigger of an edit, unless it was a share of the limit; null also if a person requested it, or
 * nothing was measured.
 */
export function dueOf(
  data: DueData,
  { stage, step: number, trigger }: Pick<EditRecord, 'stage' | 'step' | 'trigger'>,
): Due | null {
  if (trigger === undefined || trigger.measure === 'share') return null
  const { measure, value, allowed, by, reserve } = trigger
  const { step } = stageConfig(data, stage, number)
  const key = by.key === null ? null : placeOf(data, step, by.key)
  return { stage, measure, value, allowed, key, written: by.written, of: by.of, reserve }
}

/** Sentences about what exceeded its maximum, with the YAML key and its value. */

const MINUTE = 60_000

/**
 * `the window held ≈ 19,189 tokens, more than 18,540 (60 % of the limit, tiered_full.snip_from: 0.6)`.
 *
 * @param it the subject, for a single result
 */
export function dueClause(due: Due, exact: boolean, it = 'it'): string {
  const { measure, value, allowed } = due
  switch (measure) {
    case 'messages':
      return `the window had ${counted(value, 'message')}, ${whole(allowed)} are allowed${keyed(due)}`
    case 'tokens':
      return `the window held ${tokens(value, { exact })} tokens, ${value > allowed ? 'more than' : 'as many as'} ${whole(allowed)}${keyed(due)}`
    case 'characters':
      return `${it} had ${counted(value, 'character')}, more than ${whole(allowed)}${keyed(due)}`
    case 'bytes':
      return `${it} had ${counted(value, 'byte')}, more than ${whole(allowed)}${keyed(due)}`
    case 'result_tokens':
      return `the longest result had ${tokens(value, { exact })} tokens, more than ${whole(allowed)}${keyed(due)}`
    case 'component_tokens':
      return `${partWords(due)} held ${tokens(value, { exact })} tokens, more than ${whole(allowed)}${keyed(due)}`
    case 'calls':
      return `a finished subtask had ${counted(value, 'call')}, ${whole(allowed)} suffice${keyed(due)}`
    case 'notes':
      return `${counted(value, 'note')} ${value === 1 ? 'was' : 'were'} to be added, and the window had been edited${keyed(due)}`
    case 'milliseconds':
      return `${decimal(value / MINUTE, 1)} minutes had passed since the previous call, more than ${decimal(allowed / MINUTE, 0)}, so that the prompt cache was cold${keyed(due)}`
    case 'tool_uses':
      return `the window had ${counted(value, 'tool use')} with results, more than ${whole(allowed)}${keyed(due)}`
    case 'turns':
      return `${counted(value, 'assistant turn')} had thinking, ${whole(allowed)} may keep it${keyed(due)}`
  }
}

/** `27 messages, 25 allowed`, for short lines. */
export function dueShort(due: Due, exact: boolean): string {
  const { measure, value, allowed } = due
  switch (measure) {
    case 'messages':
      return `${counted(value, 'message')}, ${whole(allowed)} allowed`
    case 'tokens':
      return `${tokens(value, { exact })} tokens, ${whole(allowed)} allowed`
    case 'characters':
      return `${counted(value, 'character')}, ${whole(allowed)} allowed`
    case 'bytes':
      return `${counted(value, 'byte')}, ${whole(allowed)} allowed`
    case 'result_tokens':
      return `longest result of ${tokens(value, { exact })} tokens, ${whole(allowed)} allowed`
    case 'component_tokens':
      return `${partWords(due)}: ${tokens(value, { exact })} tokens, ${whole(allowed)} allowed`
    case 'calls':
      return `${counted(value, 'call')}, ${whole(allowed)} suffice`
    case 'notes':
      return `${counted(value, 'note')} to add`
    case 'milliseconds':
      return `idle for ${decimal(value / MINUTE, 1)} minutes, ${decimal(allowed / MINUTE, 0)} allowed`
    case 'tool_uses':
      return `${counted(value, 'tool use')}, ${whole(allowed)} allowed`
    case 'turns':
      return `thinking of ${counted(value, 'turn')}, ${whole(allowed)} allowed`
  }
}

/** The YAML key with its value; '' if no key is known. */
export function dueKey({ key, written }: Pick<Due, 'key' | 'written'>): string {
  return key === null ? '' : written === '' ? key : `${key}: ${written}`
}

/** The base of the maximum: `60 % of the limit`; '' for a plain amount. */
export function dueBase({ of, written, reserve }: Pick<Due, 'of' | 'written' | 'reserve'>): string {
  switch (of) {
    case 'limit':
      return `${share(Number(written))} of the limit`
    case 'effective':
      return `${share(Number(written))} of the effective window`
    case 'budget':
      return `${share(Number(written))} of its max_tokens`
    case 'limit less':
      return `the limit minus ${keptFree(Number(written))}`
    case 'budget less':
      return `its max_tokens minus ${keptFree(Number(written))}`
    case 'reserve':
      return `the limit minus the reserve of ${whole(reserve)}`
    case null:
      return ''
  }
}

/** The component of a budget setting: `tool results`. */
function partWords({ key }: Pick<Due, 'key'>): string {
  const part = key?.split('.').at(-1) ?? ''
  return part.replaceAll('_', ' ')
}

function keptFree(amount: number): string {
  return amount < 1 ? share(amount) : whole(amount)
}

function keyed(due: Due): string {
  const parts = [dueBase(due), dueKey(due)].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}
