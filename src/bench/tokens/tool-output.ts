import { type Random } from '../../engine/index.ts'
import { stream } from '../../engine/internal.ts'

const NOUNS =
  `handler service index config schema worker parser policy budget trace engine store view panel chart
token cache router model client server metric report fixture session queue adapter registry`.split(/\s+/)

/** JSON as tools return it, at least `length` characters: records on one line and records over several. */
export function toolOutput(length: number, seed: number): string {
  const random = stream(seed, 'tool output')
  const records: string[] = []
  for (let written = 0; written < length;) {
    const found = record(random)
    const text = random.uniform() < 0.5 ? JSON.stringify(found) : JSON.stringify(found, null, 2)
    records.push(text)
    written += text.length + 2
  }
  return `[${records.join(',\n')}]`
}

function record(random: Random): unknown {
  const noun = () => random.pick(NOUNS)
  const path = `src/${noun()}/${noun()}-${noun()}.${random.pick(['ts', 'tsx', 'py', 'json', 'md'])}`
  switch (random.integer(0, 3)) {
    case 0:
      return {
        id: `${hex(random, 8)}-${hex(random, 4)}-${hex(random, 4)}-${hex(random, 12)}`,
        path,
        size: random.integer(10, 9_000_000),
        sha: hex(random, 40),
        mtime: `202${random.integer(0, 6)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}T0${random.integer(0, 9)}:4${random.integer(0, 9)}:00.${random.integer(100, 999)}Z`,
        tags: [noun(), noun()],
      }
    case 1:
      return {
        file: path,
        line: random.integer(1, 4000),
        column: random.integer(1, 110),
        match: `  const ${noun()}${random.integer(1, 99)} = await ${noun()}.${noun()}({ ${noun()}: "${noun()}" })\n`,
      }
    case 2:
      return {
        ok: random.uniform() < 0.9,
        status: random.pick([200, 201, 204, 301, 404, 500]),
        durationMs: random.integer(1, 90_000) / 1000,
        score: random.uniform(),
        error: random.uniform() < 0.2 ? `ENOENT: no such file or directory, open '/app/${path}'` : null,
      }
    default:
      return {
        tool_use_id: `toolu_${hex(random, 24)}`,
        content: [
          { type: 'text', text: `${noun()} of ${noun()}: ${random.integer(0, 100)} of 100 tests passed` },
        ],
        is_error: false,
      }
  }
}

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('')
}
