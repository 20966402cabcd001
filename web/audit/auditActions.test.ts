import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { auditActions } from '#shared/audit/auditActions.ts'

const server = fileURLToPath(new URL('../../server/', import.meta.url))

test('whatever the server writes into the audit log can be looked for, and has a text', () => {
  const sources = globSync('**/*.ts', { cwd: server, exclude: name => name.endsWith('.test.ts') })
  const written = sources.flatMap(path =>
    [...readFileSync(server + path, 'utf8').matchAll(/\baudit\(\s*[^']{0,80}'(\w+\.\w+)'/g)].map(match => match[1]),
  )
  expect(written.length).toBeGreaterThan(20)
  const known: readonly (string | undefined)[] = auditActions
  expect(written.filter(action => !known.includes(action))).toEqual([])
})
