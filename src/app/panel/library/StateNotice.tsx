import { X } from 'lucide-react'
import { shownName } from '../../../view/index.ts'
import { useOpened } from '../../store/library/opened.ts'
import { tell, useTold, wantLog } from '../../store/page-state/notice.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { UI_TEXT } from '../../ui/words.ts'
import { OfferedConfig } from './OfferedConfig.tsx'
import { NOTICE_TEXT, SHARE_TEXT } from './words.ts'

/** What became of the last opened state: what was ignored, and the log that it needs. */
export function StateNotice() {
  const { notice, wanted, config } = useTold((told) => told)
  return (
    <>
      {config !== null && <OfferedConfig key={config.name} config={config} />}
      {wanted !== null && (
        <section className="failure callout" aria-live="polite">
          <Row apart>
            <h2>{NOTICE_TEXT.wanted(shownName(wanted.log.name))}</h2>
            <Close onClick={() => wantLog(null)} />
          </Row>
          <p>
            {NOTICE_TEXT.wantedNote} <code>{NOTICE_TEXT.hash(wanted.log.hash)}</code>
          </p>
          {wanted.other !== undefined && <p>{NOTICE_TEXT.otherLog(shownName(wanted.other))}</p>}
        </section>
      )}
      {notice !== null && (
        <section className={`failure callout${notice.refused ? ' is-bad' : ''}`} role="alert">
          <Row apart>
            <h2>{NOTICE_TEXT.title(notice.from, notice.refused, notice.problems.length)}</h2>
            <Close onClick={() => tell(null)} />
          </Row>
          <ul className="problems">
            {[...notice.problems.entries()].map(([index, { code, message }]) => (
              <li key={index} data-code={code}>
                <span className="message">{message}</span>
              </li>
            ))}
          </ul>
          {notice.from === 'copy' && (
            <Row>
              <Button
                onClick={() => {
                  useOpened.setState({ open: true })
                }}
              >
                {SHARE_TEXT.library}
              </Button>
            </Row>
          )}
          {notice.refused && (
            <Text as="p" size="small" tone="soft">
              {NOTICE_TEXT.stays}
            </Text>
          )}
        </section>
      )}
    </>
  )
}

function Close({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button kind="icon" label={UI_TEXT.close} onClick={onClick}>
      <X size={16} aria-hidden="true" />
    </Button>
  )
}
