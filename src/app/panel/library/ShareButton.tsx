import { Check, Link2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { toClipboard } from '../../ui/clipboard.ts'
import { SHARE_TEXT } from './words.ts'
import './share.css'

/** Milliseconds for which the page says that it copied, where there is no more to say. */
const SAID = 2500
/** Characters that every browser, chat and mail takes; longer links some of them cut. */
const SAFE_LENGTH = 8000
/** Widest note, and its distance from the edge of the page and from the button, in pixels. */
const [WIDTH, GAP] = [380, 8]

/** What became of the last press. */
interface Told {
  readonly text: string
  readonly done: boolean
  /** The link to copy by hand, where the browser refused. */
  readonly link?: string
}

/** Copies a link to the state of the page, and says below it what happened. */
export function ShareButton() {
  const isLive = useChoices(({ source }) => source.kind === 'live')
  const isLog = useChoices(({ source }) => source.kind === 'log')
  const [told, setTold] = useState<Told | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const copy = async (): Promise<void> => {
    setTold(null)
    const address = import('../../store/page-state/address.ts').then(async ({ addressToCopy }) =>
      addressToCopy(),
    )
    try {
      const copied = await toClipboard(async () => address, 'text/plain')
      const text = copied ? copiedText((await address) ?? '', isLog) : SHARE_TEXT.none
      setTold({ text, done: copied })
    } catch {
      const link = await address.catch(() => null)
      setTold({ text: SHARE_TEXT.refused, done: false, ...(link !== null && { link }) })
    }
  }
  const Icon = told === null ? Link2 : told.done ? Check : X
  return (
    <>
      <Button
        ref={button}
        kind="icon"
        disabled={isLive}
        label={SHARE_TEXT.copy}
        title={isLive ? SHARE_TEXT.noLive : SHARE_TEXT.title}
        onClick={() => {
          void copy()
        }}
      >
        <Icon size={17} aria-hidden="true" />
      </Button>
      <span className="unseen" aria-live="polite">
        {told?.text}
      </span>
      {told !== null && (
        <ShareNote
          told={told}
          below={button}
          onClose={() => {
            setTold(null)
          }}
        />
      )}
    </>
  )
}

function copiedText(address: string, isLog: boolean): string {
  if (address.length > SAFE_LENGTH) return SHARE_TEXT.copiedLong
  return isLog ? SHARE_TEXT.copiedLog : SHARE_TEXT.copied
}

/** What happened, for everybody who sees the page; gone with the next press, or by itself where it says no more. */
function ShareNote({
  told: { text, link },
  below,
  onClose,
}: {
  readonly told: Told
  readonly below: { readonly current: HTMLElement | null }
  readonly onClose: () => void
}) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = note.current
    const anchor = below.current?.getBoundingClientRect()
    if (box === null || anchor === undefined) return
    const { clientWidth } = document.documentElement
    const right = Math.min(clientWidth - anchor.right, Math.max(GAP, clientWidth - WIDTH - GAP))
    box.style.setProperty('--panel-top', `${Math.round(anchor.bottom + GAP)}px`)
    box.style.setProperty('--panel-right', `${Math.round(right)}px`)
    box.showPopover()
    box.querySelector('input')?.select()
  }, [below])
  useEffect(() => {
    if (text !== SHARE_TEXT.copied) return undefined
    const timer = window.setTimeout(onClose, SAID)
    return () => {
      window.clearTimeout(timer)
    }
  }, [text, onClose])
  return (
    <div
      ref={note}
      className="over share-note"
      popover="auto"
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose()
      }}
    >
      <p>{text}</p>
      {link !== undefined && (
        <Row>
          <input readOnly className="fills mono" aria-label={SHARE_TEXT.link} value={link} />
        </Row>
      )}
    </div>
  )
}
