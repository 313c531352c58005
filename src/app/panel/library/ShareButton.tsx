import { Check, Link2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { Button } from '../../ui/Button.tsx'
import { SHARE_TEXT } from './words.ts'

/** Milliseconds for which the button says what it did. */
const SAID = 2500

/** Copies a link to the state of the page. */
export function ShareButton() {
  const isLive = useChoices(({ source }) => source.kind === 'live')
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    if (said === null) return undefined
    const timer = window.setTimeout(() => setSaid(null), SAID)
    return () => {
      window.clearTimeout(timer)
    }
  }, [said])
  const copy = async (): Promise<void> => {
    try {
      const { currentAddress } = await import('../../store/page-state/address.ts')
      const address = await currentAddress()
      if (address === null) {
        setSaid(SHARE_TEXT.none)
        return
      }
      await navigator.clipboard.writeText(address)
      setSaid(SHARE_TEXT.copied)
    } catch {
      setSaid(SHARE_TEXT.refused)
    }
  }
  const Icon = said === null ? Link2 : said === SHARE_TEXT.copied ? Check : X
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
