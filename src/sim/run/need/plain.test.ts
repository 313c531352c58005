import { expect, test } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { takeIn } from '../../index.ts'
import { atOnce } from '../../trace/at-once.ts'
import { indexEvidenceSteps } from './evidence.ts'
import { PLAIN_WAYS, PlainWays } from './plain.ts'

test('NEED-2 no shortening has more than the checklist: it takes the shortest first, and has the system prompt, too', () => {
  const long = 'Whoever has moved away gets no letter, unless they asked for one and gave us an address.'
  const said = ['The system is K-0.', 'The code is K-104.', long, 'Go on.']
  const trace = traceOf(
    said.slice(1).flatMap((content) => [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: 'Ok.' },
    ]),
    { system: said[0] ?? '' },
  )
  const intake = takeIn(trace, chars4)
  const sought = [['K-0'], ['K-104'], [long]].map((evidence) => ({
    source: intake.blocks.find(({ id }) => intake.text(id).includes(evidence[0] ?? ''))?.id ?? -1,
    evidence,
    outdated: [],
  }))
  const texts = intake.blocks.map(({ id }) => {
    const text = intake.text(id).toLowerCase()
    return [id, () => ({ text, words: text.match(/[a-z0-9_]{2,}/g) ?? [] })] as const
  })
  const index = atOnce(
    indexEvidenceSteps(
      sought.flatMap(({ evidence }) => evidence),
      texts,
    ),
  )
  const ways = new PlainWays(intake, index)
  const kept = (way: (typeof PLAIN_WAYS)[number]) => ways.keep(way, 0, 99, 12, sought)
  expect(kept('checklist')).toEqual(['kept', 'kept', 'lost'])
  for (const way of PLAIN_WAYS)
    expect(kept(way).filter((state) => state === 'kept').length).toBeLessThanOrEqual(2)
})
