import { Defects } from './Defects.tsx'
import { GLOSSARY, LIMITS } from './words.ts'

/** What the page's words mean, and what it cannot show. */
export function Limits() {
  return (
    <div className="footing">
      <section className="panel" aria-labelledby="words">
        <h2 id="words">{LIMITS.words}</h2>
        <dl className="glossary">
          {GLOSSARY.map(([word, meaning]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="panel" aria-labelledby="limits">
        <h2 id="limits">{LIMITS.title}</h2>
        <ul className="limits">
          {LIMITS.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <Defects />
    </div>
  )
}
