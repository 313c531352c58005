import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ALSO_READ } from './also-read.ts'
import { CONTAINERS } from './container/list.ts'

const SPELLED: Readonly<Record<string, string>> = {
  'Google ADK': 'Agent Development Kit',
  'streams of the AI SDK': 'a stream of the AI SDK to its page',
  ATIF: 'Agent Trajectory Interchange Format',
  Copilot: 'Visual Studio Code',
  VCR: 'recorded web traffic',
  'chats of people and bots': 'a chat of people or bots',
}

/** Other forms of what has a reader of its own, and forms without a name. */
const UNNAMED = [
  'spans of an agent',
  'spans of an agent, which have the calls of its tools alone',
  'the state of an agent’s run',
  'the output of Codex for programs',
  'an early rollout of Codex',
  'the output of Gemini CLI for programs',
  'rows of a database',
  'records with a message in each',
  'messages under other names or deeper in a record',
  'JSON within a text',
  'what LangChain prints of messages',
  'what Python printed of its objects',
  'a prompt with the marks of its model',
  'rows with JSON in their texts',
  'records of requests and their answers',
  'calls with streams as their answers',
  'the last answer of an agent, without its work',
  'the thoughts, actions and observations of an agent as text',
  'rows with messages of LangChain',
  'requests of a batch',
  'a talk of several speakers',
]

const labels = ALSO_READ.flatMap(({ names }) => names)

it('MSG-1 people are told of every container that has a name', () => {
  const told = labels.flatMap((label) => [label, ...(SPELLED[label] === undefined ? [] : [SPELLED[label]])])
  const names = CONTAINERS.map(({ name }) => name).filter(
    (name) => !told.some((label) => name.includes(label)),
  )
  expect(names.toSorted()).toEqual(UNNAMED.toSorted())
})

it('MSG-1 the README has each of them', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  const [, part = ''] = /\n## What it reads\n([^]*?)\n## /.exec(readme) ?? []
  expect(labels.filter((label) => !part.includes(label))).toEqual([])
})
