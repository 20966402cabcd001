/** The sets of choices as tend's own file orders and names them; sets without choices have no rows in the sheet. */
import { z } from 'zod'
import { type ChoiceSet, ElementId } from '#shared/forms/elementFields.ts'
import { LocalizedText } from '#shared/lib/fields.ts'

const Order = z.array(z.object({ id: ElementId, name: LocalizedText.optional() })).max(200)

export function ownLists(sets: ChoiceSet[], order: unknown): ChoiceSet[] {
  const { data } = Order.safeParse(order)
  if (!data) return sets
  const byId = new Map(sets.map(set => [set.id, set]))
  const named = data.map(({ id, name }) => ({ id, ...(name && { name }), choices: byId.get(id)?.choices ?? [] }))
  const known = new Set(data.map(({ id }) => id))
  return [...named, ...sets.filter(({ id }) => !known.has(id))]
}
