import type { Json } from '../../../engine/index.ts'
import { valueOf } from '../json/parse.ts'
import { instantOf } from '../read/instant.ts'
import { usageWithin } from './chat-message.ts'
import type { Dialect, Marked } from './markdown-dialect.ts'
import { roo } from './roo-markdown.ts'
import { specStory } from './specstory.ts'
import type { Piece } from './spoken.ts'

/** A mark of a part whose text is one piece. */
function plainly({ groups, body }: Marked): readonly Piece[] {
  if (groups['user'] !== undefined) return [{ kind: 'user', text: body }]
  return groups['said'] === undefined ? [] : [{ kind: 'said', text: body, begins: true }]
}

/** A line between the parts. */
const RULE = /(?:^|\n)---$/

/** Windsurf’s and Antigravity’s own: what their tools did is a line in italics, without its result. */
const cascade: Dialect = {
  sign: /^# (?:Cascade )?Chat Conversation$/m,
  mark: /^### (?:(?<user>User Input)|(?<said>Planner Response))$/gm,
  read({ groups, body }) {
    const pieces: Piece[] = []
    const kind = groups['user'] === undefined ? 'said' : 'user'
    // before the first mark only tools can be told from the note
    const isHead = groups['user'] === undefined && groups['said'] === undefined
    for (const [index, text] of body.split(DONE).entries()) {
      if (index % 2 === 0 && text.trim() !== '' && !isHead)
        pieces.push({ kind: index === 0 ? kind : 'said', text: text.trim() })
      if (index % 2 === 0) continue
      const name = text.split(/[["`]/)[0]?.trim() ?? ''
      pieces.push({ kind: 'call', name, text: text.slice(name.length).trim() })
    }
    return pieces
  },
}
const DONE =
  /^\*((?:[A-Z][a-z]+ed|Grep|Read|Ran|Running|Generating|User (?:accepted|canceled|cancelled|rejected))\b[^\n]*?) ?\*$/m

/** What OpenCode writes on `/export`: each step of the model has a heading. */
const openCode: Dialect = {
  sign: /^\*\*Session ID:\*\* ses_/m,
  needsSign: true,
  mark: /(?<=^---\n\n)## (?:(?<user>User)|(?<said>Assistant)(?: \((?<about>[^\n]*)\))?)$/gm,
  drop: RULE,
  read(marked) {
    const { groups, body } = marked
    if (groups['said'] === undefined) return plainly(marked)
    const model = groups['about']?.split(' · ').at(-2)
    const [before = '', ...tools] = body.split(/^\*\*Tool: (?=[^\n]+\*\*$)/m)
    const thought = /^_Thinking:_\n\n(?!\n)([^]*?)(?:\n\n|$)/.exec(before)
    const text = before.slice(thought?.[0].length ?? 0).replace(/^_Thinking:_\s*/, '')
    const used = tools.map((tool) => {
      const [, name = '', told = ''] = /^([^\n]+)\*\*\n([^]*)$/.exec(tool) ?? []
      const [shown, input] = /^\s*\*\*Input:\*\*\n```json\n([^]*?)\n```/.exec(told) ?? ['']
      const result = blockIn(told.slice(shown.length))
      return { name, input: input === undefined ? undefined : (valueOf(input) ?? input), ...result }
    })
    const said = [text, ...used.map(({ after }) => after)].map((one) => one.trim())
    const pieces: readonly Piece[] = [
      { kind: 'thought', text: thought?.[1]?.trim() ?? '' },
      { kind: 'said', text: said.filter((one) => one !== '').join('\n\n') },
      ...used.map(({ name, input }): Piece => ({ kind: 'call', text: '', name, input })),
      ...used.map(({ inside }): Piece => ({ kind: 'result', text: inside })),
    ]
    const [first, ...others] = pieces.filter(
      ({ kind, text: own }) => own !== '' || kind === 'call' || kind === 'result',
    )
    return first === undefined ? [] : [{ ...first, begins: true, model }, ...others]
  },
}

/** What Copilot CLI writes on `/share`: its times are since the start. */
const copilotShare: Dialect = {
  sign: /^# .{0,4}Copilot CLI Session$/m,
  needsSign: true,
  mark: /(?:^<sub>⏱️ (?<time>[\dhms ]+)<\/sub>\n\n)?^### (?:(?<user>👤 User)|(?<said>💬 Copilot)|(?<thought>💭 Reasoning)|(?:✅|❌) `(?<tool>[^`\n]+)`|(?:📦|ℹ️|⚠️|❗|❌|🔔) .*)$/gmu,
  drop: /(?:(?:^|\n)---)?(?:(?:^|\n{1,3})<sub>[^\n]*<\/sub>)?$/,
  read(marked) {
    const { groups, body, head } = marked
    const started = instantIn(/\*\*Started:\*\* ([^\n]+)/.exec(head)?.[1] ?? '')
    const since = groups['time'] === undefined ? null : secondsIn(groups['time'])
    const timestamp = started === null || since === null ? null : (instantOf(started) ?? 0) + 1000 * since
    if (groups['thought'] !== undefined) {
      const text = body.replace(/^\*([^]*)\*$/, '$1')
      return [{ kind: 'thought', text, timestamp }]
    }
    const name = groups['tool']
    if (name === undefined) return plainly(marked).map((piece) => ({ ...piece, begins: false, timestamp }))
    const [whole = '', , input] = ARGUMENTS.exec(body) ?? []
    const { before, inside, after } = blockIn(body.replace(whole, ''))
    const text = before.replace(/<details>\n<summary>[^\n]*<\/summary>\s*$/, '').trim()
    return [
      {
        kind: 'call',
        name,
        text,
        input: input === undefined ? undefined : (valueOf(input) ?? input),
        timestamp,
      },
      { kind: 'result', text: inside },
      { kind: 'said', text: after.replace('</details>', '').trim(), timestamp },
    ]
  },
}
const ARGUMENTS = /<details>\n<summary>Arguments<\/summary>\n\n(`{3,})json\n([^]*?)\n\1\n\n<\/details>/

/** The extensions ChatGPT Exporter and Claude Exporter. */
const exporter: Dialect = {
  sign: /^Powered by \[?[\w ]+ Exporter\b/m,
  needsSign: true,
  mark: /^## (?:(?<user>Prompt|User)|(?<said>Response|Assistant)):$/gm,
  drop: /(?:\n---)?\n{1,4}Powered by \[?[\w ]+ Exporter\b[^\n]*$/,
  read(marked) {
    const [line = '', date = ''] = /^(?:> )?(\d[\d/.,: APM]+)(?:\n|$)/.exec(marked.body) ?? []
    const timestamp = instantIn(date)
    const body = (timestamp === null ? marked.body : marked.body.slice(line.length)).trim()
    // quoted are, at the beginning, the names of files, and a summary of what the model thought
    const quoted = /^(?:>[^\n]*(?:\n|$))+/.exec(body)?.[0] ?? ''
    const files = [...quoted.matchAll(/^> File: (.+)$/gm)].map(([, name = '']) => name)
    const isThought = marked.groups['said'] !== undefined && quoted !== ''
    const text = isThought || files.length > 0 ? body.slice(quoted.length).trim() : body
    const thought = isThought ? quoted.replaceAll(/^> ?/gm, '').trim() : ''
    const media = files.map((name): Json => ({ type: 'file', file: { file_id: name } }))
    return [{ kind: 'thought' as const, text: thought }, ...plainly({ ...marked, body: text })]
      .filter((piece) => piece.text !== '' || (piece.kind !== 'thought' && media.length > 0))
      .map((piece, index) => ({ ...piece, begins: index === 0, timestamp, media }))
  },
}

/** The same without the last line, and others that name the sides so. */
const prompts: Dialect = {
  mark: /^## (?:(?<user>Prompt)|(?<said>Response)):$/gm,
  read: plainly,
}

/** A thread of Copilot on github.com. */
const gitHub: Dialect = {
  sign: /^\*\*Thread URL:\*\* https:\/\/github\.com\/copilot\//m,
  needsSign: true,
  mark(text) {
    const login = /^\*\*User:\*\* @([\w-]+)$/m.exec(text.slice(0, 1000))?.[1]
    return login === undefined ? null : new RegExp(`^## (?:(?<user>@${login})|(?<said>Copilot))$`, 'gm')
  },
  read: plainly,
}

/** “Copy All” in a chat of VS Code: the user goes by the name of the account. */
const copyAll: Dialect = {
  mark(text) {
    const [, name] = /^([^\s:#>*][^:\n]{0,38}): /.exec(text) ?? []
    if (name === undefined || name === 'GitHub Copilot') return null
    const own = name.replaceAll(/[^\w\s]/g, String.raw`\$&`)
    return new RegExp(`(?<=^|\\n\\n)(?:(?<user>${own})|(?<said>GitHub Copilot)): `, 'g')
  },
  read: plainly,
}

/** What `llm logs` prints: each call by itself, with its conversation in the heading. */
const llmLogs: Dialect = {
  sign: /^# \d{4}-\d\d-\d\dT[\d:.+]+ +conversation: \S+ id: \S+$/m,
  needsSign: true,
  mark: /^# (?<said>\d{4}-\d\d-\d\dT[\d:.+]+) +conversation: (?<chat>\S+) id: \S+$/gm,
  chatOf: ({ groups }) => groups['chat'] ?? '',
  read({ groups, body }) {
    const time = groups['said']
    if (time === undefined) return []
    // an answer may have such headings: its first and its last are its own
    const [about, told] = cutAt(body, '\n## Prompt\n')
    const [prompt, answer] = cutAt(told, '\n## Response\n')
    const [asked, system] = cutAt(prompt, '\n## System\n')
    const model = /^Model: \*\*([^\n*]+)\*\*/.exec(about)?.[1]
    const end = answer.lastIndexOf('\n## Token usage\n')
    const said = end < 0 ? answer : answer.slice(0, end)
    const [, sent, received] = /([\d,]+) input, ([\d,]+) output/.exec(answer.slice(said.length)) ?? []
    const count = (text: string | undefined): Json =>
      text === undefined ? null : Number(text.replaceAll(',', ''))
    return [
      { kind: 'system', text: system.trim() },
      { kind: 'user', text: asked.trim() },
      {
        kind: 'said',
        text: said.trim(),
        begins: true,
        model,
        timestamp: time,
        usage: usageWithin({ input: count(sent), output: count(received) }),
      },
    ]
  },
}

/** What Emacs’ agent-shell writes of every session, whichever agent it runs. */
const agentShell: Dialect = {
  sign: /^# Agent Shell Transcript$/m,
  needsSign: true,
  mark: /^(?:## (?:(?<user>User)|(?<thought>Agent's Thoughts)|(?<said>Agent)) \((?<time>[\d-]+ [\d:]+)\)|### Tool Call \[\w+\]:(?<tool>.*))$/gm,
  read(marked) {
    const { groups, body } = marked
    const timestamp = groups['time']
    if (groups['thought'] !== undefined) return [{ kind: 'thought', text: body, timestamp }]
    const title = groups['tool']?.trim()
    if (title === undefined) return plainly(marked).map((piece) => ({ ...piece, begins: false, timestamp }))
    const { before, inside } = blockIn(body)
    const [, called] = /^\*\*(?:Command|Parameters):\*\*\s*([^]*)/m.exec(before) ?? []
    const name = /^\*\*Tool:\*\* (.+)$/m.exec(before)?.[1] ?? 'tool'
    const told = /^(`{3,})[^`\n]*\n([^]*?)\n?\1$/.exec(inside)
    return [
      {
        kind: 'call',
        name,
        text: (called ?? title).trim(),
        timestamp: /^\*\*Timestamp:\*\* (.+)$/m.exec(before)?.[1],
      },
      { kind: 'result', text: told?.[2] ?? inside },
    ]
  },
}

/** The first one whose sign, or whose marks, a text has. */
export const DIALECTS: readonly Dialect[] = [
  agentShell,
  cascade,
  openCode,
  copilotShare,
  exporter,
  prompts,
  gitHub,
  llmLogs,
  specStory,
  roo,
  copyAll,
]

/** What stands before a mark and behind it. */
function cutAt(text: string, mark: string): readonly [string, string] {
  const place = text.indexOf(mark)
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + mark.length)]
}

/** A block of code, which may have blocks in it: its own end is the last one. */
function blockIn(text: string): { readonly before: string; readonly inside: string; readonly after: string } {
  const found = /^(`{3,})[^`\n]*$/m.exec(text)
  if (found === null) return { before: text, inside: '', after: '' }
  const [opening, fence = ''] = found
  const body = text.slice(found.index + opening.length)
  const end = body.lastIndexOf(`\n${fence}`)
  return {
    before: text.slice(0, found.index),
    inside: body.slice(1, end < 0 ? undefined : Math.max(1, end)),
    after: end < 0 ? '' : body.slice(end + 1 + fence.length),
  }
}

/** `3/5/2026, 6:55:43 PM` as an ISO text without a zone; the day is first if points part it, or if it must be. */
function instantIn(text: string): string | null {
  const [, first = '', mark, second = '', year, hour = '0', minute = '00', seconds = '00', half] =
    /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?:,? (\d{1,2}):(\d\d)(?::(\d\d))?(?: ([AP])M)?)?$/.exec(
      text.trim(),
    ) ?? []
  if (year === undefined) return null
  const isDayFirst = mark === '.' || Number(first) > 12
  const [month, day] = isDayFirst ? [second, first] : [first, second]
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${String(hours).padStart(2, '0')}:${minute}:${seconds}Z`
}

/** `1h 2m 20s` in seconds. */
function secondsIn(text: string): number {
  const count = (unit: string): number => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0)
  return 3600 * count('h') + 60 * count('m') + count('s')
}
