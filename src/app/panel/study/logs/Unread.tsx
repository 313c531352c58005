import { shownName } from '../../../../view/index.ts'
import { useFolder } from '../../../store/run/folder.ts'
import { Text } from '../../../ui/Box.tsx'
import type { Outcome } from './measuring.ts'
import { LOGS_TEXT } from './words.ts'

/** Files listed at once. */
const SHOWN = 200

/** The files that are no logs, each with the reason. */
export function Unread({ outcomes }: { readonly outcomes: readonly (Outcome | null)[] }) {
  const { files, others } = useFolder()
  const unread = files.flatMap((file, at) => {
    const outcome = outcomes[at]
    return outcome !== null && outcome !== undefined && 'problems' in outcome
      ? [{ file, problems: outcome.problems }]
      : []
  })
  return (
    <>
      {unread.length > 0 && (
        <details open={unread.length <= 5}>
          <summary>{LOGS_TEXT.unread(unread.length)}</summary>
          <ul className="bare">
            {unread.slice(0, SHOWN).map(({ file, problems: [problem] }) => (
              <li key={file.id} data-unread={file.path}>
                <bdi title={file.path}>{shownName(file.path)}</bdi>:{' '}
                <Text tone="soft">
                  {problem?.line !== undefined && LOGS_TEXT.place(problem.line, problem.column ?? 1)}
                  {problem?.message}
                </Text>
              </li>
            ))}
          </ul>
        </details>
      )}
      {others.length > 0 && (
        <details>
          <summary>{LOGS_TEXT.others(others)}</summary>
          <ul className="bare">
            {others.slice(0, SHOWN).map((path) => (
              <li key={path}>
                <bdi title={path}>{shownName(path)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
