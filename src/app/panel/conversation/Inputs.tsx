import { Budget } from './Budget.tsx'
import { Conversation } from './Conversation.tsx'
import { ConversationPanel } from './ConversationPanel.tsx'
import { Counter } from './Counter.tsx'
import { Seed } from './Seed.tsx'
import { INPUT_TEXT } from './words.ts'
import './inputs.css'

/** What is compared: conversation, seed, window, counter. */
export function Inputs() {
  return (
    <>
      <form
        className="inputs"
        aria-label={INPUT_TEXT.form}
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <Conversation />
        <Seed />
        <Budget />
        <Counter />
      </form>
      <ConversationPanel />
    </>
  )
}
