import { PANEL_TEXT } from '../../store/model/words.ts'
import { openModel } from '../../store/model/open.ts'
import { Button } from '../../ui/Button.tsx'

/** A link to the key, the address and the limit, if one of them is missing. */
export function OpenModelLink() {
  return (
    <Button
      kind="link"
      onClick={() => {
        openModel()
      }}
    >
      {PANEL_TEXT.openModel}
    </Button>
  )
}
