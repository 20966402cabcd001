/** Holds the code to the terms of docs/glossary/code.md. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('{server,shared,web,e2e,testing,scripts,bench}/**/*.{ts,tsx}', {
  exclude: ['web/dist/**', '**/node_modules/**', 'testing/names.test.ts'],
}).map(path => ({ path, text: readFileSync(path, 'utf8') }))

test('a bound is named max or min', () => {
  expect(sources.length).toBeGreaterThan(2000)
  const old = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:most|least)[A-Z]\w*/g)].map(([name]) => `${path}: ${name}`),
  )
  expect(old).toEqual([])
})
