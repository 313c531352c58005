import { PANEL_TEXT } from '../../store/model/words.ts'
import { openModel } from '../../store/model/open.ts'

/** The way to the key, the address and the limit, where one of them is what is missing. */
export function OpenModelLink() {
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        openModel()
      }}
    >
      {PANEL_TEXT.openModel}
    </button>
  )
}
