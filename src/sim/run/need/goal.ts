import { sentencesOf, withoutClient } from '../../../engine/internal.ts'
import type { Block, BlockId, MessageIndex, Ratio, WindowId } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { isEnglish } from './language.ts'
import { asksBack, requestIn } from './request.ts'
import type { Asked } from './request.ts'
import { strongOf } from './strong.ts'
import type { Need } from './strong.ts'
import { SUMMED_UP } from './unseen.ts'

/** Turns between two steps. */
const STEP = 256

/** The goal of a turn: the block that states it, the sentence with it, and its strong tokens. */
interface Goal extends Pick<Need, 'source' | 'evidence' | 'proof' | 'told' | 'way' | 'strong'> {
  /** Only the first words of a window, which ask for nothing: whatever says more says what they are about. */
  readonly isOpening: boolean
}

/** What was said so far in a window. */
interface Talk {
  goal?: Goal
  /** The agent's last reply ends with a question. */
  asked: boolean
  /** What the user said last, the beginning of each message. */
  said: string
}

/**
 * The goal of each turn with a reply: the user's last request in the same window, in an earlier turn. It is needed in
 * every turn until the user requests something else, whether or not the reply repeats a word of it: an agent without
 * its goal does not know what to do, and often says so.
 */
export function* goalsOf(intake: Intake): Generator<Ratio, Need[], void> {
  const talks = new Map<WindowId, Talk>()
  const needs: Need[] = []
  for (const { turn, window, response } of intake.trace.turns) {
    if (turn % STEP === 0) yield 0.5
    const talk = talks.get(window) ?? { asked: false, said: '' }
    talks.set(window, talk)
    if (talk.goal !== undefined && response !== null) {
      const { isOpening: _, ...about } = talk.goal
      const own = { turn, kind: 'goal', refetchable: false, inferred: true } as const
      needs.push({ ...own, ...about, unseen: SUMMED_UP })
    }
    for (const blocks of messagesOf(intake, intake.inputs[turn] ?? [])) {
      const goal = goalIn(intake, blocks, talk)
      if (goal !== null) talk.goal = goal
    }
    if (response === null) continue
    const reply = (intake.ofMessage.get(response) ?? []).findLast((id) => intake.text(id).trim() !== '')
    talk.asked = reply !== undefined && asksBack(intake.text(reply))
  }
  return needs
}

/** The user's messages among these blocks, each as its blocks. */
function messagesOf(intake: Intake, inputs: readonly BlockId[]): Iterable<readonly Block[]> {
  const messages = new Map<MessageIndex, Block[]>()
  for (const id of inputs) {
    const block = intake.blocks[id]
    if (block?.type !== 'user_message') continue
    const parts = messages.get(block.message)
    if (parts === undefined) messages.set(block.message, [block])
    else parts.push(block)
  }
  return messages.values()
}

/** The goal that a message sets; the first message of a window sets one, whatever it says. */
function goalIn(intake: Intake, blocks: readonly Block[], talk: Talk): Goal | null {
  for (const { id } of blocks) {
    const text = userText(intake, id)
    if (text === '') continue
    talk.said = `${talk.said}\n${text.slice(0, GOAL_READ)}`.slice(-TALK_READ)
    const asked: Asked = !talk.goal || talk.goal.isOpening ? 'opening' : talk.asked ? 'answer' : 'free'
    const sentence = requestIn(text, asked, isEnglish(talk.said) !== false)
    if (sentence !== null) return goalOf(intake, id, sentence, false)
  }
  if (talk.goal !== undefined) return null
  const source =
    blocks.find(({ id }) => intake.text(id).trim() !== '') ?? blocks.find(({ media }) => media !== undefined)
  if (source === undefined) return null
  const words = userText(intake, source.id) || intake.text(source.id)
  return goalOf(intake, source.id, sentencesOf(words)[0]?.text, true)
}

/** Characters by which the language of a talk is told. */
const TALK_READ = 4000
/** Characters of a long message that are read for strong tokens: text pasted after the request is not a goal. */
const GOAL_READ = 2000

function goalOf(intake: Intake, source: BlockId, sentence: string | undefined, isOpening: boolean): Goal {
  const evidence = sentence === undefined ? [] : [sentence]
  const strong = strongOf([intake.text(source).slice(0, GOAL_READ)])
  return { source, evidence, proof: evidence, told: evidence, way: [], strong, isOpening }
}

/** What the user typed in a block, without tags around it. */
function userText(intake: Intake, id: BlockId): string {
  return withoutClient(intake.text(id))
    .replace(/^[ \t]*<\/?[a-z_-]+>|<\/[a-z_-]+>[ \t]*$/gm, '\n')
    .trim()
}
