/** What of a two-stage answer is kept: the summary. The analysis before it was for the model alone (TIER-3). */
export function summaryIn(answer: string): string {
  const opened = answer.lastIndexOf('<summary>')
  if (opened < 0) return withoutAnalysis(answer).trim()
  const start = opened + '<summary>'.length
  const end = answer.indexOf('</summary>', start)
  return answer.slice(start, end < 0 ? answer.length : end).trim()
}

/** An answer that forgot to mark its summary still holds one; an analysis that was never closed holds none. */
function withoutAnalysis(answer: string): string {
  const start = answer.indexOf('<analysis>')
  if (start < 0) return answer
  const end = answer.indexOf('</analysis>', start)
  return end < 0 ? answer.slice(0, start) : answer.slice(0, start) + answer.slice(end + '</analysis>'.length)
}
