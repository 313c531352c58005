import type { CascadeStep } from '../../engine/index.ts'
import { medianOf } from './claim.ts'
import type { Case, MeasuredClaim } from './claim.ts'
import type { Material } from './material.ts'

const ARTICLE = 'Agent Context Window Management'
const HALF = 0.5
const WRITER =
  'The built-in model writes the summaries, within the sizes that the settings allow. What they are worth to a model is not measured.'

export const placeholders: MeasuredClaim = {
  id: 'placeholder',
  article: ARTICLE,
  section: '3, placeholders',
  claim: 'A placeholder of 30 tokens instead of a result of 3,000 compresses 100 times.',
  how: 'Hybrid in half of the peak: tokens of a result ÷ tokens of its placeholder, the median of each conversation.',
  agrees: 'from 50 to 200 times',
  unit: 'times',
  limits: 'Results that are too short to gain anything keep no placeholder and are not in this figure.',
  shown: { scenario: 'long-coding', seed: 1, share: HALF, lanes: [{ policy: 'hybrid', gates: 'on' }] },
  cases: (material) =>
    material.conversations.flatMap((conversation) => {
      const { edits } = material.run(conversation, 'hybrid', HALF)
      const ratios = edits
        .flatMap(({ blocks }) => blocks)
        .flatMap(({ from, to, freed, added }) =>
          from === 'live' && to === 'placeholder' && added > 0 ? [freed / added] : [],
        )
      return middleOf(conversation.name, ratios, 50, 200)
    }),
}

/** Tokens of the compressed part ÷ tokens of what replaced it, the median of each conversation. */
function ratiosOf(
  material: Material,
  preset: string,
  step: CascadeStep,
  low: number,
  high: number,
): readonly Case[] {
  return material.conversations.flatMap((conversation) => {
    const { edits } = material.run(conversation, preset, HALF)
    const ratios = edits.flatMap(({ compression }) =>
      compression !== null && compression.step === step && compression.after > 0
        ? [compression.spanRatio]
        : [],
    )
    return middleOf(conversation.name, ratios, low, high)
  })
}

function middleOf(
  conversation: string,
  ratios: readonly number[],
  low: number,
  high: number,
): readonly Case[] {
  if (ratios.length === 0) return []
  const value = medianOf(ratios.toSorted((a, b) => a - b))
  return [{ conversation, value, agrees: value >= low && value <= high }]
}

export const compaction: MeasuredClaim = {
  id: 'compaction',
  article: ARTICLE,
  section: '7, compression ratio',
  claim: 'A healthy compaction compresses 3 to 15 times.',
  how: 'Compaction first, in half of the peak: tokens of the compacted part ÷ tokens of its summary, the median of each conversation.',
  agrees: 'from 3 to 15 times',
  unit: 'times',
  limits: WRITER,
  shown: {
    scenario: 'long-coding',
    seed: 1,
    share: HALF,
    lanes: [{ policy: 'compaction_first', gates: 'on' }],
  },
  cases: (material) => ratiosOf(material, 'compaction_first', 'conversation_compaction', 3, 15),
}

export const resultSummaries: MeasuredClaim = {
  id: 'result-summaries',
  article: ARTICLE,
  section: '4, tool result summarization',
  claim: 'Summaries of results above 500 tokens compress 5 to 20 times.',
  how: 'Summarize results, in half of the peak: tokens of a result ÷ tokens of its summary, the median of each conversation.',
  agrees: 'from 5 to 20 times',
  unit: 'times',
  limits: WRITER,
  shown: {
    scenario: 'data-analysis',
    seed: 1,
    share: HALF,
    lanes: [{ policy: 'summarize_results', gates: 'on' }],
  },
  cases: (material) => ratiosOf(material, 'summarize_results', 'tool_result_summarization', 5, 20),
}

export const delegation: MeasuredClaim = {
  id: 'delegation',
  article: ARTICLE,
  section: '4, sub-agents',
  claim: 'Handing a part of the work to a sub-agent compresses it 20 to 100 times in the main window.',
  how: 'Delegation first, in half of the peak: tokens of the handed-over part ÷ tokens of the report, the median of each conversation.',
  agrees: 'from 20 to 100 times',
  unit: 'times',
  limits: `${WRITER} What the sub-agent itself reads and writes is charged, and not in this ratio.`,
  shown: {
    scenario: 'sub-agents',
    seed: 1,
    share: HALF,
    lanes: [{ policy: 'delegation_first', gates: 'on' }],
  },
  cases: (material) => ratiosOf(material, 'delegation_first', 'sub_agent', 20, 100),
}
