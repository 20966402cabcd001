/**
 * Rules decide who sees and hears something. Roles are compared by rank only where the specification names
 * its numbers.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const home = ['shared/lib/roles.ts', 'shared/lib/actor.ts']
/** Files outside the app: tests, sample data, and checks of tables, which migrations contain. */
const besides = /\.test\.tsx?$|^server\/(test|seeds|migrations)\/|\/table\.ts$|^web\/dist\//

const rank = String.raw`(?:(?:standard|roles)\.(?:admin|manager|employee|guest)|[1-4]000)\b`
/**
 * That a task is addressed to the managers is no comparison: who they are the rules say (`server/tasks/assignees.ts`).
 */
const role = String.raw`(?<!\bassignee\.)\brole_?id\b\}?`
const comparing = [
  new RegExp(String.raw`${role}\s*(?:[<>]=?|[!=]={1,2})\s*(?:\$\{)?${rank}`, 'i'),
  new RegExp(String.raw`${rank}\s*(?:[<>]=?|[!=]={1,2})\s*[\w.?]*${role}`, 'i'),
  new RegExp(String.raw`\b(?:lte?|gte?)\([\w.]*${role},`, 'i'),
]

test('roles are compared by rank in one place', () => {
  const sources = ['shared', 'server', 'web'].flatMap(side =>
    readdirSync(join(root, side), { recursive: true, encoding: 'utf8' }).map(path => join(side, path)),
  )
  const found = sources
    .filter(path => /\.tsx?$/.test(path) && !besides.test(path) && !home.includes(path))
    .flatMap(path =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter(line => comparing.some(pattern => pattern.test(line)))
        .map(line => `${path}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
