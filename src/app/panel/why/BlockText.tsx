import { useCallback, useState } from 'react'
import type { BlockId } from '../../../engine/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { mediaOfBlock, whole } from '../../../view/index.ts'
import { blockText } from '../../store/run/questions.ts'
import { CopyText } from '../../picture/share/CopyText.tsx'
import { ScrolledText } from '../../ui/ScrolledText.tsx'
import { COMPRESSED_TEXT } from './compressed.ts'
import { WHY_TEXT } from './words.ts'
import { useAnswer } from '../../ui/later.ts'
import { Button } from '../../ui/Button.tsx'

/** Characters shown at first, and at most: a longer text would slow the page down. */
const FIRST = 600
const MOST = 60_000

interface Properties {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly block: BlockId
  readonly inferred: boolean
  /** An edit made it, with its text. */
  readonly made: boolean
}

/** A block's original text, from the worker, and the text that replaced it. */
export function BlockText({ comparison, lane, block, inferred, made }: Properties) {
  const ask = useCallback(async () => blockText(comparison, lane.name, block), [comparison, lane.name, block])
  const { answer: text, failed } = useAnswer(ask)
  /** The question whose answer is expanded. */
  const [opened, setOpened] = useState<{ readonly of: typeof ask } | null>(null)
  const open = opened?.of === ask
  const left = made ? '' : standIn(lane, block)
  const shown = (text ?? '').slice(0, open ? MOST : FIRST)
  const length = text?.length ?? 0
  return (
    <section className="block-text">
      {left !== '' && (
        <>
          <h3>{WHY_TEXT.standIn}</h3>
          <ScrolledText label={WHY_TEXT.standIn}>{left}</ScrolledText>
        </>
      )}
      <h3>
        {made ? COMPRESSED_TEXT.ownText : WHY_TEXT.text}
        {length > 0 && (
          <CopyText
            text={text ?? ''}
            what={WHY_TEXT.text}
            label={WHY_TEXT.copy}
            done={WHY_TEXT.copied}
            inLine
          />
        )}
      </h3>
      {failed && <p className="note">{WHY_TEXT.noText}</p>}
      {text === '' && <p className="note">{withoutText(inferred, mediaOfBlock(lane.data, block))}</p>}
      {shown !== '' && (
        <ScrolledText label={WHY_TEXT.text} className={open ? 'is-open' : undefined}>
          {shown}
          {length > shown.length && '…'}
        </ScrolledText>
      )}
      {length > FIRST && (
        <Button
          kind="link"
          aria-expanded={open}
          onClick={() => {
            setOpened(open ? null : { of: ask })
          }}
        >
          {open ? WHY_TEXT.showLess : WHY_TEXT.showAll(whole(length))}
        </Button>
      )}
      {length > MOST && open && <p className="note">{WHY_TEXT.cutText(whole(MOST), whole(length))}</p>}
    </section>
  )
}

function withoutText(inferred: boolean, media: string): string {
  if (inferred) return WHY_TEXT.inferredText
  return media === '' ? WHY_TEXT.emptyText : WHY_TEXT.mediaText(media)
}

/** The last text that replaced the block's own; '' if none did. */
function standIn({ data }: LaneResult, block: BlockId): string {
  const { spans, contents } = data
  for (let row = spans.length - 1; row >= 0; row--) {
    const content = spans.content[row] ?? -1
    if (spans.block[row] === block && content >= 0) return contents[content] ?? ''
  }
  return ''
}
