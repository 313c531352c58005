/** A log that comes with the page. */
export interface Sample {
  /** Name of the reader that reads it. */
  readonly format: string
  readonly label: string
  /** In `public/samples/`. */
  readonly file: string
}

/** The same conversation in every format that the readers know. */
export const SAMPLES: readonly Sample[] = Object.freeze([
  { format: 'claude-code', label: 'Claude Code', file: 'claude-code.jsonl' },
  { format: 'anthropic', label: 'Anthropic', file: 'anthropic.json' },
  { format: 'openai', label: 'OpenAI', file: 'openai.json' },
  { format: 'plain', label: 'plain text', file: 'plain.txt' },
])

/**
 * Fetches a sample from where the page comes from, as the file that a person would have dropped.
 *
 * @throws Error that says what came instead
 */
export async function fetchSample({ file }: Sample): Promise<File> {
  const response = await fetch(new URL(`samples/${file}`, document.baseURI))
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim())
  // Many hosts of single pages answer with the page itself where a file is missing.
  if (response.headers.get('content-type')?.startsWith('text/html') === true) {
    throw new Error('a page came instead of the file')
  }
  return new File([await response.blob()], file)
}
