import { Defects } from './Defects.tsx'
import { GLOSSARY, LIMITS } from './words.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'

/** What the page's words mean, and what it cannot show. */
export function Limits() {
  return (
    <div className="footing">
      <section className="panel" aria-labelledby="words">
        <h2 id="words">{LIMITS.words}</h2>
        <Facts className="glossary">
          {GLOSSARY.map(([word, meaning]) => (
            <Fact key={word} name={word}>
              {meaning}
            </Fact>
          ))}
        </Facts>
      </section>
      <section className="panel" aria-labelledby="limits">
        <h2 id="limits">{LIMITS.title}</h2>
        <ul className="bulleted soft">
          {LIMITS.sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <Defects />
    </div>
  )
}
