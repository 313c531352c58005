import { useEffect, useRef } from 'react'
import { whole } from '../../../view/index.ts'
import { playhead, seek } from '../../store/look/playhead.ts'
import { SCRUBBER_TEXT } from './words.ts'

/** `turn 23 of 117`: follows the playhead without React; a number that is typed is gone to with Enter. */
export function TurnBox({ last }: { readonly last: number }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      playhead.subscribe(() => {
        const box = ref.current
        if (box !== null && box !== document.activeElement) show(box)
      }),
    [],
  )
  return (
    <label className="turn-box" title={SCRUBBER_TEXT.goToTitle}>
      <span className="turn-word">{SCRUBBER_TEXT.turnWord}</span>
      <input
        ref={ref}
        type="text"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        className="number-box"
        aria-label={SCRUBBER_TEXT.goTo}
        defaultValue={whole(playhead.getState().turn)}
        style={{ width: `${whole(last).length + 1.5}ch` }}
        onFocus={(event) => {
          event.currentTarget.select()
        }}
        onBlur={(event) => {
          show(event.currentTarget)
        }}
        onKeyDown={(event) => {
          const box = event.currentTarget
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          const typed = box.value.replaceAll(/[\s,]/g, '')
          if (event.key === 'Enter' && /^\d+$/.test(typed)) seek(Number(typed))
          // The keys of the page work again.
          box.blur()
        }}
      />
      <span>{SCRUBBER_TEXT.of(last)}</span>
    </label>
  )
}

function show(box: HTMLInputElement): void {
  box.value = whole(playhead.getState().turn)
}
