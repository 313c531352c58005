import { PANEL_TEXT } from '../../store/model/words.ts'
import { openModel } from '../../store/model/open.ts'
import { Button } from '../../ui/Button.tsx'

/** The way to the key, the address and the limit, where one of them is what is missing. */
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
