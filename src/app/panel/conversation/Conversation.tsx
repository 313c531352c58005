import { ChevronDown, X } from 'lucide-react'
import { useChoices } from '../../store/choice/choices.ts'
import { useSession } from '../../store/run/session.ts'
import { PANEL, useDesk } from './log/desk.ts'
import { leaveLog } from './log/take-log.ts'
import { nameOf } from './log/words.ts'
import { SCENARIO_LABELS } from './log/shown.ts'
import { INPUT_TEXT } from './words.ts'
import { Thumbnail } from './Thumbnail.tsx'

/** The conversation that is run, as the button that opens the choice. */
export function Conversation() {
  const source = useChoices((state) => state.source)
  const name = nameOf(source)
  return (
    <div className="field conversation">
      <button
        type="button"
        className="plain"
        popoverTarget={PANEL}
        aria-label={INPUT_TEXT.conversationOf(name)}
        title={source.kind === 'scenario' ? name : source.name}
      >
        {source.kind === 'scenario' && <Thumbnail scenario={source.name} />}
        <bdi className="name-shown">{name}</bdi>
        {source.kind === 'log' && <Format id={source.id} />}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {source.kind !== 'scenario' && <Leave />}
    </div>
  )
}

/** What the log on the screen was read as. */
function Format({ id }: { readonly id: number }) {
  const format = useSession(({ shown, comparison }) =>
    shown?.source.kind === 'log' && shown.source.id === id ? comparison?.trace.source.name : undefined,
  )
  return format === undefined ? null : <span className="format">{format}</span>
}

function Leave() {
  const home = useDesk((state) => state.home)
  const label = INPUT_TEXT.backTo(SCENARIO_LABELS[home] ?? home)
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={leaveLog}>
      <X size={15} aria-hidden="true" />
    </button>
  )
}
