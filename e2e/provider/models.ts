import type Anthropic from '@anthropic-ai/sdk'
import { invalid, Refused } from './refusal.ts'

/** A model that is served. */
export interface ServedModel {
  readonly id: string
  readonly label: string
  /** Other names for requests. */
  readonly aliases: readonly string[]
  /** Tokens of prompt and reply together. */
  readonly window: number
  readonly maxOutput: number
  /** Thinking modes that a request may ask for. */
  readonly thinking: readonly ('enabled' | 'adaptive')[]
  /** Whether it thinks if a request does not say. */
  readonly thinksUnasked: boolean
  /** Whether its thinking is valid only after its original prompt. */
  readonly bindsThinking: boolean
  /** Tokens of the shortest cached prefix. */
  readonly cacheFrom: number
  /** Release date, as 2026-09-22. */
  readonly released: string
}

/** A model to serve. Missing fields are those of a large current model. */
export type ModelToServe = Partial<ServedModel> & Pick<ServedModel, 'id'>

const LARGE: Omit<ServedModel, 'id' | 'label'> = {
  aliases: [],
  window: 1_000_000,
  maxOutput: 64_000,
  thinking: ['adaptive'],
  thinksUnasked: false,
  bindsThinking: false,
  cacheFrom: 1024,
  released: '2026-01-01',
}

/** Newest first, as they are listed. */
export const MODELS: readonly ModelToServe[] = Object.freeze([
  { id: 'claude-haiku-5-5', label: 'Claude Haiku 5.5', bindsThinking: true, released: '2026-10-07' },
  {
    id: 'claude-sonnet-5-5',
    label: 'Claude Sonnet 5.5',
    thinksUnasked: true,
    bindsThinking: true,
    cacheFrom: 512,
    released: '2026-09-22',
  },
  { id: 'claude-opus-5-5', label: 'Claude Opus 5.5', bindsThinking: true, released: '2026-09-22' },
  { id: 'claude-fable-5-1', label: 'Claude Fable 5.1', bindsThinking: true, released: '2026-08-18' },
  { id: 'claude-opus-4-8', label: 'Claude Opus 4.8', released: '2026-05-05' },
  {
    id: 'claude-sonnet-4-6',
    label: 'Claude Sonnet 4.6',
    thinking: ['enabled', 'adaptive'],
    released: '2026-02-17',
  },
  {
    id: 'claude-haiku-4-5-20251001',
    label: 'Claude Haiku 4.5',
    aliases: ['claude-haiku-4-5'],
    window: 200_000,
    thinking: ['enabled'],
    cacheFrom: 4096,
    released: '2025-10-01',
  },
])

/** The model with defaults for its missing fields. */
export function served(model: ModelToServe): ServedModel {
  return { ...LARGE, label: model.id, ...model }
}

/** The model with that id or alias. */
export function modelNamed(models: readonly ServedModel[], name: string): ServedModel {
  const found = models.find(({ id, aliases }) => id === name || aliases.includes(name))
  if (found === undefined) throw new Refused(404, 'not_found_error', `model: ${name}`)
  return found
}

/** A model in the format of the API. */
export function modelInfo(model: ServedModel): Anthropic.ModelInfo {
  const yes = { supported: true }
  const no = { supported: false }
  const thinks = (type: 'enabled' | 'adaptive'): Anthropic.CapabilitySupport =>
    model.thinking.includes(type) ? yes : no
  return {
    type: 'model',
    id: model.id,
    display_name: model.label,
    created_at: `${model.released}T00:00:00Z`,
    deprecated_at: null,
    retires_at: null,
    lifecycle: 'active',
    line: null,
    max_input_tokens: model.window,
    max_tokens: model.maxOutput,
    capabilities: {
      batch: no,
      citations: no,
      code_execution: no,
      context_management: {
        supported: true,
        clear_thinking_20251015: yes,
        clear_tool_uses_20250919: yes,
        compact_20260112: yes,
      },
      effort: { supported: false, low: no, medium: no, high: no, max: no, xhigh: null },
      image_input: yes,
      pdf_input: yes,
      server_tools: { supported: false, code_execution: no, web_search: no },
      structured_outputs: no,
      thinking: {
        supported: model.thinking.length > 0,
        types: { adaptive: thinks('adaptive'), enabled: thinks('enabled'), disabled: yes, between_tools: no },
      },
    },
  }
}

/** A page of the list of models. */
export interface ModelsPage {
  readonly data: readonly Anthropic.ModelInfo[]
  readonly has_more: boolean
  readonly first_id: string | null
  readonly last_id: string | null
}

/** The page for a query: `limit` (1 to 1000, default 20), after `after_id` or before `before_id`. */
export function modelsPage(models: readonly ServedModel[], query: URLSearchParams): ModelsPage {
  const limit = Number(query.get('limit') ?? 20)
  if (!Number.isInteger(limit) || limit < 1) {
    throw invalid(`limit: Input should be greater than or equal to 1`)
  }
  if (limit > 1000) throw invalid('limit: Input should be less than or equal to 1000')
  const lifecycles = query.getAll('lifecycle[]')
  const listed = lifecycles.length === 0 || lifecycles.includes('active') ? models : []
  const after = query.get('after_id')
  const before = query.get('before_id')
  const start = after === null ? 0 : placeOf(listed, after, 'after_id') + 1
  const end = before === null ? listed.length : placeOf(listed, before, 'before_id')
  const rest = listed.slice(start, end)
  const page = (before === null ? rest.slice(0, limit) : rest.slice(-limit)).map(modelInfo)
  return {
    data: page,
    has_more: page.length < rest.length,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  }
}

function placeOf(models: readonly ServedModel[], id: string, field: string): number {
  const found = models.findIndex((model) => model.id === id)
  if (found === -1) throw invalid(`${field}: no model has the id ${id}`)
  return found
}
