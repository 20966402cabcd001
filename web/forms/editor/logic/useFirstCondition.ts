import type { Condition } from './conditions.ts'
import { kindOf, newCondition } from './operators.ts'
import { useKnown } from './useSurroundings.ts'

/** The condition that stands there first: about the answer itself where that is meant, else about the question before the element. */
export function useFirstCondition(element: string, use: 'condition' | 'own_answer' | 'filter'): Condition {
  const known = useKnown()
  const all = [...known.values()]
  const own = known.get(element)
  if (use === 'own_answer') return newCondition({ of: 'self' }, (own && kindOf(own)) ?? 'text', own)
  if (use === 'filter')
    return { operand: { of: 'attribute', name: 'name' }, operator: 'is', compared: { kind: 'text', value: '' } }
  const before = all.slice(0, own ? all.indexOf(own) : all.length).findLast(one => kindOf(one))
  const asked = before ?? all.find(one => one !== own && kindOf(one))
  if (!asked) return { operand: { of: 'question', name: element }, operator: 'answered' }
  const of = asked.type === 'repeat' ? 'rows' : 'question'
  return newCondition({ of, name: asked.id }, kindOf(asked) ?? 'text', asked)
}
