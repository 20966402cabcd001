/** Scope for tests of expressions: answers by name, lists where a question is asked in rows. */

import { Budget } from '#shared/forms/expressions/budget.ts'
import { listOf, type Scalar, type Scope, type Value } from '#shared/forms/expressions/values.ts'
import type { Rows } from '#shared/forms/tables/contents.ts'

export type Pretended = Partial<Record<string, Scalar | Scalar[]>>

export function pretendScope(
  answers: Pretended = {},
  rest: Partial<Scope> = {},
  tables: Record<string, Rows> = {},
): Scope {
  const read = (name: string): Value => {
    const value = Object.hasOwn(answers, name) ? answers[name] : undefined
    return Array.isArray(value) ? listOf(value) : (value ?? '')
  }
  return {
    read,
    readLast: name => read(`last-saved#${name}`),
    readRow(name, rows) {
      const value = read(name)
      return typeof value === 'object' && value.kind === 'list'
        ? (value.values[(rows[0]?.number ?? 0) - 1] ?? '')
        : value
    },
    self: () => read('.'),
    attribute: name => String(answers[name] ?? ''),
    position: levels => levels * 10,
    choiceNames: (ids, question) => `${question}:${ids}`,
    table: name => tables[name.replace('.csv', '')],
    random: () => 0.5,
    now: '2026-11-21T09:30:00.000+01:00',
    begun: '2026-11-21T09:20:00.500+01:00',
    device: 'Barn phone',
    language: 'en',
    budget: new Budget(),
    ...rest,
  }
}
