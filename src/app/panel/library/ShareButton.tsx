import { Check, Link2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { Button } from '../../ui/Button.tsx'
import { SHARE_TEXT } from './words.ts'

/** Milliseconds for which the button says what it did. */
const SAID = 2500
/** Characters that every browser, chat and mail takes; longer links some of them cut. */
const SAFE_LENGTH = 8000

/** Copies a link to the state of the page. */
export function ShareButton() {
  const isLive = useChoices(({ source }) => source.kind === 'live')
  const isLog = useChoices(({ source }) => source.kind === 'log')
  const [said, setSaid] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (said === null) return undefined
    const timer = window.setTimeout(() => setSaid(null), SAID)
    return () => {
      window.clearTimeout(timer)
    }
  }, [said])
  const copy = async (): Promise<void> => {
    setDone(false)
    try {
      const { addressToCopy } = await import('../../store/page-state/address.ts')
      const address = await addressToCopy()
      if (address === null) {
        setSaid(SHARE_TEXT.none)
        return
      }
      await navigator.clipboard.writeText(address)
      setDone(true)
      setSaid(
        address.length > SAFE_LENGTH
          ? SHARE_TEXT.copiedLong
          : isLog
            ? SHARE_TEXT.copiedLog
            : SHARE_TEXT.copied,
      )
    } catch {
      setSaid(SHARE_TEXT.refused)
    }
  }
  const Icon = said === null ? Link2 : done ? Check : X
  const title = isLive ? SHARE_TEXT.noLive : SHARE_TEXT.title
  return (
    <>
      <Button
        kind="icon"
        disabled={isLive}
        label={SHARE_TEXT.copy}
        title={said ?? title}
        onClick={() => {
          void copy()
        }}
      >
        <Icon size={17} aria-hidden="true" />
      </Button>
      <span className="unseen" aria-live="polite">
        {said}
      </span>
    </>
  )
}
