import { LIMITS } from '../words/limits.ts'

/** What the page cannot show, said plainly. */
export function Limits() {
  return (
    <section className="panel" aria-labelledby="limits">
      <h2 id="limits">{LIMITS.title}</h2>
      <ul className="limits">
        {LIMITS.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
