import { useState } from 'react'
import { FileButton } from '../../picture/share/FileButton.tsx'
import { MODELS_TEXT } from '../../store/model/words.ts'
import { loadFile, tableText } from '../../store/model/facts-file.ts'
import type { LoadedTable } from '../../store/model/facts-file.ts'
import { Row } from '../../ui/Box.tsx'
import { PickFiles } from '../../ui/PickFiles.tsx'

/** More remarks on one file are useless: it is another kind of file. */
const MOST_SHOWN = 20

/** The windows and prices as a file: exported, edited, and loaded again. */
export function FactsFile() {
  const [loaded, setLoaded] = useState<LoadedTable | null>(null)
  return (
    <>
      <Row wrap>
        <FileButton
          small={false}
          text={MODELS_TEXT.saveTable}
          name={MODELS_TEXT.saveTable}
          file={() => ({ name: MODELS_TEXT.tableFile, text: tableText() })}
        />
        <PickFiles
          text={MODELS_TEXT.loadTable}
          title={MODELS_TEXT.loadTableTitle}
          several={false}
          endings={['.json']}
          onFiles={([file]) => {
            if (file !== undefined) void loadFile(file).then(setLoaded)
          }}
        />
        <output className="note">
          {loaded !== null && loaded.read > 0 && MODELS_TEXT.loaded(loaded.name, loaded.read, loaded.own)}
        </output>
      </Row>
      {loaded !== null && <TableProblems loaded={loaded} />}
    </>
  )
}

function TableProblems({ loaded: { name, read, problems } }: { readonly loaded: LoadedTable }) {
  if (problems.length === 0) return read > 0 ? null : <p className="note">{MODELS_TEXT.notLoaded(name)}</p>
  return (
    <div className="facts-problems" role="alert">
      <p className="loss">
        {read === 0 && MODELS_TEXT.notLoaded(name)} {MODELS_TEXT.tableProblems(problems.length)}
      </p>
      <ul className="bulleted">
        {problems.slice(0, MOST_SHOWN).map(({ message }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may read alike
          <li key={index}>{message}</li>
        ))}
        {problems.length > MOST_SHOWN && <li>{MODELS_TEXT.moreProblems(problems.length - MOST_SHOWN)}</li>}
      </ul>
    </div>
  )
}
