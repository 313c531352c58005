import type { WindowView } from '../../policy/window/view.ts'
import { inConversation, inPrompt } from '../../core/window/window.ts'

/** How many of each stand in a window. What is folded, or cleared without a trace, is not counted. */
export interface WindowCount {
  readonly messages: number
  readonly exchanges: number
  readonly results: number
  readonly summaries: number
}

/** Counts a window. A block that a strategy made is a message of its own. Linear in the window. */
export function countWindow({ window, blocks }: WindowView): WindowCount {
  let messages = 0
  let exchanges = 0
  let results = 0
  let summaries = 0
  let message = -1
  /** Of the current message: the user speaks in it, and it holds a result. */
  let speaks = false
  let answers = false
  const close = (): void => {
    if (speaks && !answers) exchanges += 1
    speaks = false
    answers = false
  }
  for (const [position, block] of blocks.entries()) {
    const entry = window.entries[position]
    if (entry === undefined || !inPrompt(entry) || !inConversation(block)) continue
    if (block.message < 0 || block.message !== message) {
      close()
      messages += 1
      message = block.message
    }
    if (block.type === 'user_message') speaks = true
    else if (block.type === 'tool_result') {
      answers = true
      results += 1
    } else if (block.type === 'summary') summaries += 1
  }
  close()
  return { messages, exchanges, results, summaries }
}
