/**
 * The items of a reply that is a JSON list of exactly `count` items, and nothing else: no words around it but a code
 * fence. Null for everything else, so that nobody has to guess which item belongs to which question (HEALTH-3).
 */
export function listReply(reply: string, count: number): readonly unknown[] | null {
  const bare = reply.trim()
  const [, fenced] = /^```(?:json)?[ \t]*\r?\n([\s\S]*)\n[ \t]*```$/.exec(bare) ?? []
  try {
    const list: unknown = JSON.parse(fenced ?? bare)
    return Array.isArray(list) && list.length === count ? list : null
  } catch {
    return null
  }
}
