/** Whether the server now has another build than the one that this page was loaded from. Not without an answer. */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (own === null || own === undefined) return false
  try {
    // It names every file of its build, and no service worker answers for it: for the page itself, one would.
    const answer = await fetch(new URL('sw.js', document.baseURI), { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(own.replace(/^\.\//, ''))
  } catch {
    return false
  }
}
