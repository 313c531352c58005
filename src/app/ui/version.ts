/** Whether the server now has another build than the one that this page was loaded from. Not without an answer. */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (own === null || own === undefined) return false
  try {
    const answer = await fetch(new URL('.', document.baseURI), { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(own)
  } catch {
    return false
  }
}
