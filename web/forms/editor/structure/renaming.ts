/**
 * Other ids for the parts of a form, wherever they are pointed at: as `${id}` in expressions and texts, and by name in the few
 * properties that hold an id.
 */

/** Properties whose text is the id of an element, section, measure or choice set. */
const pointers = new Set(['id', 'group', 'animal', 'question', 'section', 'measure', 'answer_of', 'choice_set'])

/** The ids of choices are only known within their question, and what people wrote is not ours to change. */
const foreign = new Set(['attributes', 'value'])

/** A part of a form with new ids in place of those that `ids` names. */
export function renamed<Part>(part: Part, ids: ReadonlyMap<string, string>): Part
export function renamed(part: unknown, ids: ReadonlyMap<string, string>): unknown {
  return inside(part, ids, '')
}

function inside(part: unknown, ids: ReadonlyMap<string, string>, name: string): unknown {
  if (typeof part === 'string') return pointers.has(name) ? (ids.get(part) ?? part) : inText(part, ids)
  if (Array.isArray(part)) return part.map(one => (name === 'choices' ? choice(one, ids) : inside(one, ids, '')))
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      name === 'translated_from' ? inKey(key, ids) : key,
      foreign.has(key) ? value : inside(value, ids, key),
    ]),
  )
}

const choice = (part: { id: string }, ids: ReadonlyMap<string, string>) => ({
  ...(inside(part, ids, '') as { id: string }),
  id: part.id,
})

const inText = (text: string, ids: ReadonlyMap<string, string>) =>
  text.replace(/\$\{\s*([^{}\s]+)\s*\}/g, (whole, id: string) => (ids.has(id) ? `\${${ids.get(id)}}` : whole))

/** Texts are named after what they belong to: "water.label". Ids may hold dots themselves. */
function inKey(key: string, ids: ReadonlyMap<string, string>): string {
  for (const [id, next] of ids) if (key.startsWith(`${id}.`)) return next + key.slice(id.length)
  return key
}
