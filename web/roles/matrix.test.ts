import { expect, test } from 'vitest'
import type { RoleRule } from '#shared/roles/contract.ts'
import { permissions } from '#shared/roles/permissions.ts'
import { startingRules } from '#shared/roles/startingRules.ts'
import { matrixOf, rulesOf, subjects } from './matrix.ts'

const rules: RoleRule[] = [
  { action: ['read', 'create'], subject: 'Location', conditions: { type: { $in: ['barn', 'pen'] } } },
  { action: ['create'], subject: 'Submission' },
  { action: ['read', 'update'], subject: 'Submission', conditions: { user_id: 'me' } },
  { action: ['read'], subject: 'Member' },
]

test('rules become a table and the same rules again', () => {
  const matrix = matrixOf(rules)
  expect(matrix.others).toEqual([])
  expect(matrix.grants.Location).toEqual({
    scopes: { read: 'all', create: 'all', update: 'none', delete: 'none' },
    only: { type: ['barn', 'pen'] },
  })
  expect(matrix.grants.Submission.scopes).toEqual({ read: 'own', create: 'all', update: 'own', delete: 'none' })
  expect(rulesOf(matrix)).toEqual(rules)
})

test('no rules are an empty table, and an empty table is no rules', () => {
  const matrix = matrixOf([])
  expect(Object.keys(matrix.grants)).toEqual(subjects)
  expect(rulesOf(matrix)).toEqual([])
})

test('the table has a line for whatever a role can be about', () => {
  expect([...subjects].sort()).toEqual(Object.keys(permissions).sort())
})

test('a new role starts from what an employee may, but for one rule all of it in the table', () => {
  const { grants, others } = matrixOf(startingRules(3000))
  expect(grants.SentTask.scopes).toEqual({ read: 'own', complete: 'own', skip: 'own' })
  expect(grants.Location.scopes).toMatchObject({ read: 'all', create: 'none' })
  expect(others).toEqual([
    { action: ['delete'], subject: 'Submission', conditions: { user_id: 'me', status: 'draft' } },
  ])
})

test('adding what cannot be narrowed stands in a rule of its own', () => {
  const matrix = matrixOf([{ action: ['read', 'create'], subject: 'Form' }])
  matrix.grants.Form.only.status = ['open']
  const narrowed: RoleRule[] = [
    { action: ['create'], subject: 'Form' },
    { action: ['read'], subject: 'Form', conditions: { status: { $in: ['open'] } } },
  ]
  expect(rulesOf(matrix)).toEqual(narrowed)
  expect(rulesOf(matrixOf(narrowed))).toEqual(narrowed)
})

test('the wider of two rules counts', () => {
  const both: RoleRule[] = [
    { action: ['read'], subject: 'SentTask' },
    { action: ['read'], subject: 'SentTask', conditions: { user_id: { $eq: 'me' } } },
  ]
  expect(matrixOf(both).grants.SentTask.scopes.read).toBe('all')
  expect(matrixOf([...both].reverse()).grants.SentTask.scopes.read).toBe('all')
})

test.each<RoleRule>([
  { action: ['read'], subject: 'Vehicle' },
  { action: ['read', 'publish'], subject: 'Form' },
  { action: ['read'], subject: 'Location', conditions: { type: { $ne: 'office' } } },
  { action: ['read'], subject: 'Submission', conditions: { user_id: 7 } },
  { action: ['read'], subject: 'Location', conditions: { name: 'Barn 2' } },
])('what the table cannot show stays as it is: $subject $conditions', rule => {
  const matrix = matrixOf([...rules, rule])
  expect(matrix.others).toEqual([rule])
  expect(rulesOf(matrix)).toEqual([...rules, rule])
})

test('a second narrowing of the same thing is kept apart', () => {
  const second: RoleRule = { action: ['delete'], subject: 'Location', conditions: { type: 'office' } }
  const matrix = matrixOf([...rules, second])
  expect(matrix.others).toEqual([second])
  expect(matrix.grants.Location.scopes.delete).toBe('none')
})
