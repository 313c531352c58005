import { useCallback } from 'react'
import { withoutCacheMarks } from '../../../engine/internal.ts'
import type { AnthropicRequest } from '../../../engine/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { CodeView } from '../../ui/CodeView.tsx'
import { sentRequest } from '../../store/run/questions.ts'
import { useAnswer } from '../../ui/later.ts'
import { DIFF_TEXT, REQUEST_TEXT } from './words.ts'

interface Side {
  readonly turn: number
  readonly lane: string
}

/** Two requests as text, with the differences of the second one marked. */
export function RequestDiff({
  comparison,
  first,
  second,
}: {
  readonly comparison: Comparison
  readonly first: Side
  readonly second: Side
}) {
  const ask = useCallback(async () => {
    const [one = '', two = ''] = await Promise.all(
      [first, second].map(async ({ lane, turn }) => {
        const { repairs: _, ...request } = await sentRequest(comparison, lane, turn, 'anthropic')
        return asText(request)
      }),
    )
    return { one, two }
  }, [comparison, first, second])
  const { answer, failed } = useAnswer(ask)
  if (failed) return <p className="loss">{REQUEST_TEXT.failed}</p>
  if (answer === null) return <p className="note">{DIFF_TEXT.loading}</p>
  return <CodeView text={answer.two} against={answer.one} label={DIFF_TEXT.text} />
}

/** Cache marks are left out: they move with every turn, and do not change what the model reads. */
function asText(request: AnthropicRequest): string {
  return JSON.stringify(withoutCacheMarks(request), null, 2)
}
