import type { NeedRecord } from '../../sim/index.ts'
import type { Case, MeasuredClaim } from './claim.ts'
import type { Conversation, Material } from './material.ts'

const ARTICLE = 'Short-Term Memory'
const HALF = 0.5
/** Turns that the article keeps as they are. */
const RECENT = 5
const shown = {
  scenario: 'long-coding',
  seed: 1,
  share: HALF,
  lanes: [{ policy: 'rolling_summary', gates: 'on' }],
} as const

/** Of the needs of each conversation that match: the share that is met in a way. */
function shareMet(
  material: Material,
  matches: (need: NeedRecord, conversation: Conversation) => boolean,
  met: (need: NeedRecord) => boolean,
  least: number,
): readonly Case[] {
  return material.conversations.flatMap((conversation) => {
    const data = material.run(conversation, 'rolling_summary', HALF)
    const needs = data.needs.filter((need) => need.resolution !== 'unreached' && matches(need, conversation))
    if (needs.length === 0 || data.edits.length === 0) return []
    const value = needs.filter(met).length / needs.length
    return [{ conversation: conversation.name, value, agrees: value >= least }]
  })
}

/** The article's turns, from one message of the user to the next, that began since the source of a need was told. */
function age({ source, turn }: NeedRecord, { intake }: Conversation): number {
  const told = intake.blocks.find(({ id }) => id === source)?.turn ?? 0
  return intake.blocks.filter(
    (block) => block.type === 'user_message' && block.turn > told && block.turn <= turn,
  ).length
}

export const kept: MeasuredClaim = {
  id: 'summary-keeps',
  article: ARTICLE,
  section: '5.4',
  claim: 'Paths, decisions and conclusions of an hour ago are all still in the summary.',
  how: 'Rolling summary in half of the peak, conversations that it shortened: of the needs of what is at least five turns old, those whose evidence is in the prompt, whole or in the summary.',
  agrees: 'at least 95 %',
  unit: 'share',
  limits: 'The built-in model writes the summary. A real one can do better or worse.',
  shown,
  cases: (material) =>
    shareMet(
      material,
      (need, conversation) => age(need, conversation) >= RECENT,
      ({ resolution }) => resolution === 'full' || resolution === 'summary',
      0.95,
    ),
}

export const recent: MeasuredClaim = {
  id: 'recent-kept',
  article: ARTICLE,
  section: '5.4',
  claim: 'Nothing of the latest five turns is lost.',
  how: 'Rolling summary in half of the peak, conversations that it shortened: of the needs of what is less than five turns old, those that the prompt has word for word.',
  agrees: 'at least 99 %',
  unit: 'share',
  shown,
  cases: (material) =>
    shareMet(
      material,
      (need, conversation) => age(need, conversation) < RECENT,
      ({ resolution }) => resolution === 'full',
      0.99,
    ),
}
