/**
 * Canonical JSON (RFC 8785): no spaces, sorted keys, the same text for the same value. Kept by hand: `canonicalize`
 * gives the same text, but throws at half of a surrogate pair, which a draft in the browser may end with.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
