import type { Message, ToolDefinition } from '../../src/engine/index.ts'
import { anything, choice, flag, integer, listOf, mapping, matching, object, orNull } from './schema.ts'
import { tagged, text, textOr } from './schema.ts'
import type { Check, Fields } from './schema.ts'
import { invalid } from './refusal.ts'

/** A marker: the prompt up to it is cached. */
export interface CacheControl {
  readonly type: 'ephemeral'
  readonly ttl?: '5m' | '1h'
}

export interface SystemText {
  readonly type: 'text'
  readonly text: string
  readonly cache_control?: CacheControl | null
}

export type DeclaredTool = ToolDefinition & { readonly cache_control?: CacheControl | null }

/** One edit that a request asks for. Missing fields have the documented defaults. */
export interface AskedEdit {
  readonly type: 'clear_tool_uses_20250919' | 'clear_thinking_20251015' | 'compact_20260112'
  readonly trigger?: { readonly type: 'input_tokens' | 'tool_uses'; readonly value: number } | null
  readonly keep?: { readonly type: string; readonly value?: number } | 'all'
  readonly clear_at_least?: { readonly type: 'input_tokens'; readonly value: number } | null
  readonly exclude_tools?: readonly string[] | null
  readonly clear_tool_inputs?: boolean | readonly string[] | null
  readonly pause_after_compaction?: boolean
}

/** The prompt of a request, and the fields that change how it is read. */
export interface Prompt {
  readonly system?: string | readonly SystemText[]
  readonly tools?: readonly DeclaredTool[]
  readonly messages: readonly Message[]
  readonly tool_choice?: { readonly type: 'auto' | 'any' | 'tool' | 'none'; readonly name?: string }
  readonly thinking?: {
    readonly type: 'enabled' | 'adaptive' | 'disabled'
    readonly budget_tokens?: number
    readonly display?: 'summarized' | 'omitted' | null
    readonly block_binding?: { readonly prefix_mismatch_behavior?: 'error' | 'drop_block' | null } | null
  }
  readonly cache_control?: CacheControl | null
}

/** A request with valid fields. */
export interface Body extends Prompt {
  readonly model: string
  /** Missing only when tokens are counted. */
  readonly max_tokens?: number
  readonly stream?: boolean
  readonly stop_sequences?: readonly string[]
  /** Only older versions allow sampling parameters. */
  readonly temperature?: unknown
  readonly context_management?: { readonly edits?: readonly AskedEdit[] } | null
}

export type Endpoint = 'messages' | 'count_tokens'

/** The API version and the betas in the headers; they decide which fields are valid. */
export interface Reading {
  readonly endpoint: Endpoint
  readonly version: string
  readonly betas: ReadonlySet<string>
}

const marker = orNull(object({ type: choice('ephemeral') }, { ttl: choice('5m', '1h') }))
const marked: Fields = { cache_control: marker }

const source = tagged({
  base64: object({ type: anything, media_type: text, data: text }),
  url: object({ type: anything, url: text }),
  text: object({ type: anything, media_type: choice('text/plain'), data: text }),
})

const textPart = object({ type: anything, text }, { ...marked, citations: anything })
const imagePart = object({ type: anything, source }, marked)
const documentPart = object(
  { type: anything, source },
  { ...marked, title: orNull(text), context: orNull(text), citations: anything },
)
const callId = matching(/^[a-zA-Z0-9_-]+$/)

const parts: Fields = {
  text: textPart,
  image: imagePart,
  document: documentPart,
  thinking: object({ type: anything, thinking: text, signature: text }),
  redacted_thinking: object({ type: anything, data: text }),
  tool_use: object(
    { type: anything, id: callId, name: text, input: mapping },
    { ...marked, caller: anything, toolset_name: orNull(text) },
  ),
  tool_result: object(
    { type: anything, tool_use_id: callId },
    {
      ...marked,
      content: textOr(listOf(tagged({ text: textPart, image: imagePart, document: documentPart }))),
      is_error: flag,
      toolset_name: orNull(text),
    },
  ),
}

const compactionPart = object(
  { type: anything },
  {
    ...marked,
    content: orNull(text),
    encrypted_content: orNull(text),
    signature: orNull(text),
    tool_changes: anything,
  },
)

const tool = object(
  {
    name: matching(/^[a-zA-Z0-9_-]{1,128}$/),
    input_schema: (value, path) => {
      if (mapping(value, path)['type'] === undefined) throw invalid(`${path}.type: Field required`)
      choice('object')(mapping(value, path)['type'], `${path}.type`)
    },
  },
  { ...marked, description: text, type: orNull(choice('custom')), strict: flag, input_examples: anything },
)

const binding = object({}, { prefix_mismatch_behavior: orNull(choice('error', 'drop_block')) })
const display = orNull(choice('summarized', 'omitted'))

function thinking(betas: ReadonlySet<string>): Check {
  const shown: Fields = {
    display,
    ...(betas.has('thinking-binding-controls-2026-08-01') ? { block_binding: orNull(binding) } : {}),
  }
  return tagged({
    enabled: object({ type: anything, budget_tokens: integer(1024) }, shown),
    adaptive: object({ type: anything }, shown),
    disabled: object({ type: anything }),
  })
}

const tokens = (type: string): Check => object({ type: choice(type), value: integer(0) })
const trigger = tagged({
  input_tokens: object({ type: anything, value: integer(1) }),
  tool_uses: object({ type: anything, value: integer(1) }),
})

const clearToolUses = object(
  { type: anything },
  {
    trigger,
    keep: tokens('tool_uses'),
    clear_at_least: orNull(tokens('input_tokens')),
    exclude_tools: orNull(listOf(text)),
    clear_tool_inputs: (value, path) => {
      if (value !== null && typeof value !== 'boolean') listOf(text)(value, path)
    },
  },
)
const clearThinking = object(
  { type: anything },
  {
    keep: (value, path) => {
      if (value === 'all') return
      tagged({
        thinking_turns: object({ type: anything, value: integer(1) }),
        all: object({ type: anything }),
      })(value, path)
    },
  },
)
const compact = object(
  { type: anything },
  {
    trigger: orNull(tokens('input_tokens')),
    instructions: orNull(text),
    pause_after_compaction: flag,
  },
)

function contextManagement(betas: ReadonlySet<string>): Check {
  return orNull(
    object(
      {},
      {
        edits: listOf(
          tagged({
            clear_tool_uses_20250919: clearToolUses,
            clear_thinking_20251015: clearThinking,
            ...(betas.has('compact-2026-01-12') ? { compact_20260112: compact } : {}),
          }),
        ),
      },
    ),
  )
}

/** First version without sampling parameters. */
const WITHOUT_SAMPLING = '2026-10-21'

/** Checks the whole body of a request under its version and betas. */
export function bodyCheck({ endpoint, version, betas }: Reading): Check {
  const managed = betas.has('context-management-2025-06-27') || betas.has('compact-2026-01-12')
  const creates = endpoint === 'messages'
  const sampled: Fields =
    version < WITHOUT_SAMPLING ? { temperature: anything, top_p: anything, top_k: anything } : {}
  return object(
    {
      model: text,
      messages: listOf(
        object({
          role: choice('user', 'assistant', 'system'),
          content: textOr(
            listOf(
              tagged({
                ...parts,
                ...(betas.has('compact-2026-01-12') ? { compaction: compactionPart } : {}),
              }),
            ),
          ),
        }),
      ),
      ...(creates ? { max_tokens: integer(0) } : {}),
    },
    {
      system: textOr(listOf(object({ type: choice('text'), text }, { ...marked, citations: anything }))),
      tools: listOf((value, path) => {
        tool(value, `${path}.custom`)
      }),
      tool_choice: tagged({
        auto: object({ type: anything }, { disable_parallel_tool_use: flag }),
        any: object({ type: anything }, { disable_parallel_tool_use: flag }),
        tool: object({ type: anything, name: text }, { disable_parallel_tool_use: flag }),
        none: object({ type: anything }),
      }),
      thinking: thinking(betas),
      cache_control: marker,
      output_config: anything,
      ...(creates
        ? {
            stream: flag,
            stop_sequences: listOf(text),
            metadata: object({}, { user_id: orNull(text) }),
            service_tier: choice('auto', 'standard_only'),
            ...sampled,
          }
        : {}),
      ...(managed ? { context_management: contextManagement(betas) } : {}),
    },
  )
}
