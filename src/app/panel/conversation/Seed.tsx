import { Dices } from 'lucide-react'
import { whole } from '../../../view/index.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { alter } from '../../store/choice/history.ts'
import { INPUT_TEXT } from './words.ts'
import { FigureBox } from '../../ui/FigureBox.tsx'
import { readWhole, within } from '../../ui/figures.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/Box.tsx'

const LARGEST_SEED = 999_999
/** The dice throws short seeds, which are easier to tell one another. */
const DICE = 999

/** The seed of a made conversation; no other has one. */
export function Seed() {
  const seed = useChoices((state) => state.seed)
  const made = useChoices((state) => state.source.kind === 'scenario')
  if (!made) return null
  return (
    <Row gap={4} className="field">
      <Text size="small" tone="soft" figures className="name" aria-hidden="true">
        {INPUT_TEXT.seed}
      </Text>
      <FigureBox
        label={INPUT_TEXT.seed}
        className="seed"
        text={String(seed)}
        allowed={INPUT_TEXT.seedRange(whole(0), whole(LARGEST_SEED))}
        read={(text) => within(readWhole(text), 0, LARGEST_SEED)}
        step={(by) => within(seed + by, 0, LARGEST_SEED)}
        onChange={(value) => {
          alter({ seed: value })
        }}
      />
      <Button
        kind="icon"
        label={INPUT_TEXT.dice}
        onClick={() => {
          alter({ seed: 1 + Math.floor(Math.random() * DICE) })
        }}
      >
        <Dices size={16} aria-hidden="true" />
      </Button>
    </Row>
  )
}
