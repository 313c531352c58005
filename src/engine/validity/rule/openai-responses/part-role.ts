import { GIVEN_BLOCKS, blocksOf, isMessageItem, mayHoldBlock, typeOfBlock } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

export const partRole: Rule<ResponsesSubject> = {
  meaning: 'The assistant’s messages hold output, everyone else’s hold input.',
  *check({ items }) {
    for (const [index, item] of items.entries()) {
      if (!isMessageItem(item)) continue
      for (const [part, block] of blocksOf(item).entries()) {
        const type = typeOfBlock(block)
        if (mayHoldBlock(item.role, type)) continue
        const supported =
          item.role === 'assistant'
            ? "'output_text' and 'refusal'"
            : GIVEN_BLOCKS.map((name, at) => `${at === GIVEN_BLOCKS.length - 1 ? 'and ' : ''}'${name}'`).join(
                ', ',
              )
        yield {
          index,
          part,
          ids: [],
          message: `Invalid value: '${type}'. Supported values are: ${supported}.`,
        }
      }
    }
  },
}
