import type { ToolDefinition } from '../../../engine/index.ts'
import { textsOf } from '../text/lines.ts'
import type { Lines } from '../text/lines.ts'
import type { Pattern } from '../text/pattern.ts'
import type { Plot, Stage, Told } from './tell.ts'
import { conversationValues, Teller } from './teller.ts'

/** What a story's data file has for every plot, beside the texts of its own. */
interface Written {
  readonly system: string | Lines
  readonly tools: readonly ToolDefinition[]
  readonly values: Readonly<Record<string, Pattern>>
  /** Texts that a reply may begin with when the agent thinks. */
  readonly thoughts: readonly string[]
}

/**
 * The plot of a story that one teller tells with the values of its data file.
 *
 * @param play tells it, in `turns` turns
 * @param length of every conversation; missing: the parameter `turns` says it
 */
export function plotOf(
  { system, tools, values, thoughts }: Written,
  play: (teller: Teller, stage: Stage, turns: number) => void,
  length?: number,
): Told<string>['plot'] {
  return (chance, value): Plot => {
    const turns = length ?? value('turns')
    const drawn = conversationValues(values, chance)
    return {
      turns,
      system: textsOf<string>(system),
      tools,
      play: (stage) => {
        play(new Teller(stage, drawn, { share: value('thinking'), thoughts }), stage, turns)
      },
    }
  }
}
