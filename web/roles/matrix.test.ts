import { expect, test } from 'vitest'
import { permissions } from '#shared/ability.ts'
import type { RoleRule } from '#shared/companies/roles.ts'
import { mistakeIn, startingRules } from '#shared/customRoles.ts'
import { roles } from '#shared/lib/roles.ts'
import { matrixOf, offeredScopes, rulesOf, subjects } from './matrix.ts'

const rules: RoleRule[] = [
  { action: ['read', 'create'], subject: 'Location', conditions: { type: { $in: ['barn', 'pen'] } } },
  { action: ['read', 'create'], subject: 'Submission', conditions: { user_id: 'me' } },
  { action: ['read'], subject: 'Member' },
]

test('the table has a line for everything that a role can be about', () => {
  expect([...subjects].sort()).toEqual(Object.keys(permissions).sort())
})

test('rules become a table and the same rules again', () => {
  const matrix = matrixOf(rules)
  expect(matrix.others).toEqual([])
  expect(matrix.grants.Location).toEqual({
    scopes: { read: 'all', create: 'all', update: 'none', delete: 'none' },
    only: { type: ['barn', 'pen'] },
  })
  expect(matrix.grants.Submission.scopes).toEqual({
    ...{ read: 'own', create: 'own', update: 'none', delete: 'none' },
    ...{ review: 'none', correct: 'none', share: 'none' },
  })
  expect(rulesOf(matrix)).toEqual(rules)
})

test('no rules are an empty table, and an empty table is no rules', () => {
  expect(rulesOf(matrixOf([]))).toEqual([])
})

test.each([roles.employee, roles.manager])(
  'what role %i may do is shown whole, and is there again when saved',
  role => {
    const { grants, others } = matrixOf(startingRules(role))
    expect(others).toEqual([])
    expect(matrixOf(rulesOf({ grants, others })).grants).toEqual(grants)
  },
)

test('no choice is more than a manager’s', () => {
  const { grants } = matrixOf([])
  for (const subject of subjects)
    for (const action of permissions[subject]?.actions ?? []) {
      const widest = offeredScopes(subject, action).at(-1) ?? 'none'
      expect(widest, `${subject} ${action}`).not.toBe('none')
      grants[subject].scopes[action] = widest
    }
  grants.Form.only.status = ['open']
  grants.Location.only.type = ['barn']
  const written = rulesOf({ grants, others: [] })
  expect(written.map(rule => [rule, mistakeIn(rule)]).filter(([, mistake]) => mistake !== null)).toEqual([])
})

test('all submissions are the completed ones of everybody, and the own', () => {
  const matrix = matrixOf([])
  matrix.grants.Submission.scopes.read = 'all'
  expect(rulesOf(matrix)).toEqual([
    { action: ['read'], subject: 'Submission', conditions: { status: 'complete' } },
    { action: ['read'], subject: 'Submission', conditions: { user_id: 'me' } },
  ])
})

test('adding what cannot be narrowed stands in a rule of its own', () => {
  const matrix = matrixOf([{ action: ['read', 'create'], subject: 'Form' }])
  matrix.grants.Form.only.status = ['open']
  const narrowed: RoleRule[] = [
    { action: ['read'], subject: 'Form', conditions: { status: { $in: ['open'] } } },
    { action: ['create'], subject: 'Form' },
  ]
  expect(rulesOf(matrix)).toEqual(narrowed)
  expect(rulesOf(matrixOf(narrowed))).toEqual(narrowed)
})

test.each<RoleRule>([
  { action: ['read'], subject: 'AuditEntry' },
  { action: ['publish'], subject: 'Form' },
  { action: ['read'], subject: 'Location', conditions: { type: { $ne: 'office' } } },
  { action: ['read'], subject: 'Submission', conditions: { user_id: 7 } },
  { action: ['read'], subject: 'Location', conditions: { name: 'Barn 2' } },
])('what the table cannot show stays as it is: $action $subject $conditions', rule => {
  const matrix = matrixOf([...rules, rule])
  expect(matrix.others).toEqual([rule])
  expect(rulesOf(matrix)).toEqual([...rules, rule])
})

test('a second narrowing of the same thing is kept apart', () => {
  const second: RoleRule = { action: ['delete'], subject: 'Location', conditions: { type: { $in: ['office'] } } }
  const matrix = matrixOf([...rules, second])
  expect(matrix.others).toEqual([second])
  expect(matrix.grants.Location.scopes.delete).toBe('none')
})
