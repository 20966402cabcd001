import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The browser's own takes neither the person's first day of the week nor the order in which their language writes days.
 */
test('a day is asked for by one field, which knows the reader’s week and language', () => {
  const other = globSync('web/**/*.tsx').filter(path =>
    /type="(date|datetime-local|month|week)"/.test(readFileSync(path, 'utf8')),
  )
  expect(other).toEqual([])
})
