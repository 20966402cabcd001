import type { Person } from '#shared/forms/consequences.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { roles } from '#shared/lib/roles.ts'

const ranks: number[] = Object.values(roles)

/**
 * A form as it can stand in another company. Whom it names there by their name or by a role of that company's own is nobody here: the
 * managers take their place; a role of that company alone fills in nothing here.
 */
export function intoCompany(definition: Definition): Definition {
  const { settings, ...copy } = inside(definition, '') as Definition
  if (!settings) return copy
  const { filled_by, reviewed_by, ...others } = settings
  const known = filled_by?.role_ids?.filter(id => ranks.includes(id)) ?? []
  const kept = { ...(known.length > 0 && { role_ids: known }), ...(filled_by?.guests && { guests: true }) }
  return {
    ...copy,
    settings: {
      ...others,
      ...(Object.keys(kept).length > 0 && { filled_by: kept }),
      ...(reviewed_by && { reviewed_by: {} }),
    },
  }
}

function inside(part: unknown, name: string): unknown {
  if (name === 'assignee' || name === 'recheck') return person(part as Person)
  if (Array.isArray(part)) return name === 'to' ? unique(part.map(person)) : part.map(one => inside(one, ''))
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inside(value, key)]))
}

function person(meant: Person): Person {
  if (typeof meant === 'string' || 'answer_of' in meant) return meant
  return 'role_id' in meant && ranks.includes(meant.role_id) ? meant : 'manager'
}

const unique = (people: Person[]): Person[] => [...new Map(people.map(one => [JSON.stringify(one), one])).values()]
