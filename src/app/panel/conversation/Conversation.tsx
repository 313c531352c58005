import { ChevronDown, X } from 'lucide-react'
import { useChoices } from '../../store/choice/choices.ts'
import { useSession } from '../../store/run/session.ts'
import { PANEL, useDesk } from './log/desk.ts'
import { leaveLog } from './log/take-log.ts'
import { nameOf } from './log/words.ts'
import { SCENARIO_LABELS } from './log/shown.ts'
import { INPUT_TEXT } from './words.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/Box.tsx'

/** The conversation that is run, as the button that opens the choice. */
export function Conversation() {
  const source = useChoices((state) => state.source)
  const name = nameOf(source)
  return (
    <Row gap={4} className="field conversation">
      <Button
        popoverTarget={PANEL}
        label={INPUT_TEXT.conversationOf(name)}
        title={source.kind === 'scenario' ? name : source.name}
      >
        {source.kind === 'scenario' && <Thumbnail scenario={source.name} />}
        <Text as="bdi" clip>
          {name}
        </Text>
        {source.kind === 'log' && <Format id={source.id} />}
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      {source.kind !== 'scenario' && <Leave />}
    </Row>
  )
}

/** What the log on the screen was read as. */
function Format({ id }: { readonly id: number }) {
  const format = useSession(({ shown, comparison }) =>
    shown?.source.kind === 'log' && shown.source.id === id ? comparison?.trace.source.name : undefined,
  )
  return format === undefined ? null : (
    <Text size="tiny" tone="soft">
      {format}
    </Text>
  )
}

function Leave() {
  const home = useDesk((state) => state.home)
  const label = INPUT_TEXT.backTo(SCENARIO_LABELS[home] ?? home)
  return (
    <Button kind="icon" label={label} onClick={leaveLog}>
      <X size={15} aria-hidden="true" />
    </Button>
  )
}
