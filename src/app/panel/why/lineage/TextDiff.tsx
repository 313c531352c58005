import { useCallback, useMemo } from 'react'
import { share } from '../../../../view/index.ts'
import type { Ancestor } from '../../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../../worker/protocol.ts'
import { blockText } from '../../../store/run/questions.ts'
import { ScrolledText } from '../../../ui/ScrolledText.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { LINEAGE_TEXT } from './words.ts'
import { wordsKept } from './words-kept.ts'
import type { Piece } from './words-kept.ts'

/** Characters of a text that are shown. */
const MOST = 4000

/** The text of a block beside what it went into: which of its words stand there. */
export function TextDiff({
  comparison,
  lane,
  ancestor: { block, into },
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly ancestor: Ancestor
}) {
  const ask = useCallback(
    async () =>
      Promise.all([
        blockText(comparison, lane.name, block, into?.before),
        blockText(comparison, lane.name, into?.block ?? block, into?.after),
      ]),
    [comparison, lane.name, block, into],
  )
  const { answer, failed } = useAnswer(ask)
  const found = useMemo(() => (answer === null ? null : wordsKept(answer[0], answer[1])), [answer])
  if (failed) return <p className="note">{LINEAGE_TEXT.failed}</p>
  if (answer === null) return <p className="note">{LINEAGE_TEXT.loading}</p>
  if (found === null) return <p className="note">{LINEAGE_TEXT.tooLong}</p>
  const { words, kept } = found
  return (
    <div className="text-diff">
      <p className="note">
        {kept === 0 ? LINEAGE_TEXT.keptNone : LINEAGE_TEXT.kept(share(kept / Math.max(1, words)))}
      </p>
      <h5>{LINEAGE_TEXT.before}</h5>
      <Text pieces={found.before} other="gone" />
      <h5>{LINEAGE_TEXT.after}</h5>
      <Text pieces={found.after} other="new" />
    </div>
  )
}

function Text({ pieces, other }: { readonly pieces: readonly Piece[]; readonly other: 'gone' | 'new' }) {
  const shown = useMemo(() => placed(pieces), [pieces])
  const long = pieces.reduce((sum, { text }) => sum + text.length, 0) > MOST
  return (
    <ScrolledText>
      {shown.map(({ text, kept, from }) =>
        kept ? (
          <mark key={from}>{text}</mark>
        ) : (
          <span key={from} className={other}>
            {text}
          </span>
        ),
      )}
      {long && '…'}
    </ScrolledText>
  )
}

/** The pieces that are shown, each with the place of its first character. */
function placed(pieces: readonly Piece[]): readonly (Piece & { readonly from: number })[] {
  let from = 0
  return pieces.flatMap(({ text, kept }) => {
    const at = from
    from += text.length
    const cut = text.slice(0, Math.max(0, MOST - at))
    return cut === '' ? [] : [{ text: cut, kept, from: at }]
  })
}
