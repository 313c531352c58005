import type { Json } from '../../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'

/** Fields of a recall with prose, in the order in which the client writes them. */
const PROSE = Object.freeze([
  'repo_instructions',
  'additional_agent_instructions',
  'conversation_instructions',
])

/**
 * The text of a recall for the model. The log has only the fields that a template put into that text, so they are
 * joined. '' if there is nothing.
 */
export function knowledgeOf(extras: Json | undefined): string {
  const pieces: string[] = []
  const repository = textOf(at(extras, 'repo_name'))
  const directory = textOf(at(extras, 'repo_directory'))
  if (repository !== undefined || directory !== undefined)
    pieces.push(`Repository: ${[repository, directory].filter((part) => part !== undefined).join(' in ')}`)
  for (const key of PROSE) {
    const text = textOf(at(extras, key))
    if (text !== undefined) pieces.push(text)
  }
  const hosts = at(extras, 'runtime_hosts')
  if (isRecord(hosts) && Object.keys(hosts).length > 0)
    pieces.push(
      `Hosts: ${Object.entries(hosts)
        .map(([host, port]) => `${host} (port ${JSON.stringify(port)})`)
        .join(', ')}`,
    )
  const date = textOf(at(extras, 'date'))
  if (date !== undefined) pieces.push(`Date: ${date}`)
  const knowledge = at(extras, 'microagent_knowledge')
  if (isList(knowledge))
    for (const agent of knowledge) {
      const text = textOf(at(agent, 'content'))
      if (text !== undefined) pieces.push(text)
    }
  return pieces.join('\n\n')
}
