import type { BlockId } from '../../../engine/index.ts'
import { choose } from '../../store/choice/choices.ts'
import { Button } from '../../ui/Button.tsx'

/** Selects another block of a lane. */
export function BlockLink({
  lane,
  block,
  children,
}: {
  readonly lane: string
  readonly block: BlockId
  readonly children: React.ReactNode
}) {
  return (
    <Button
      kind="link"
      data-to={block}
      onClick={() => {
        choose({ selection: { lane, block } })
      }}
    >
      {children}
    </Button>
  )
}
