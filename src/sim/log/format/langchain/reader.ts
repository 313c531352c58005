import { readChats } from '../../chat/read.ts'
import type { Reader } from '../../read/reader.ts'
import { stateListsOf } from './envelope.ts'
import { createTranslator } from './message.ts'

/**
 * Messages as LangChain and LangGraph store them, in three dialects: `dumpd` (`lc: 1`, constructor and keyword
 * arguments), `model_dump` (flat, `type: "human"`) and `messages_to_dict` (`{ type, data }`); as a list, under
 * `messages` of a state, one message per line, or one state per line.
 */
export const langchain: Reader<'langchain'> = {
  name: 'langchain',
  title: 'LangChain messages',
  kind: 'messages',
  sample: 'langchain.json',
  copies: new Set(['artifact']),
  read(log, options) {
    const envelopes = stateListsOf(log)
    return envelopes.length === 0 ? null : readChats(langchain, log, envelopes, options, createTranslator)
  },
}
