/** Files do one thing and folders can be looked through (docs/style.md): so many lines and files, and no more. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const mostLines = 300
const mostFiles = 40

/** Longer ones, with how long they are: they may become shorter, and no other joins them. */
const longer: Record<string, number> = {
  'e2e/filling/faults/phone.ts': 305,
  'server/messaging/table.ts': 301,
  'shared/forms/contract.ts': 319,
  'shared/submissions/contract.ts': 322,
  'testing/forms/scenarios/consequences.ts': 352,
  'testing/xlsform/generated.ts': 317,
  'web/answers/draft/Draft.ts': 340,
}
/** A test of many cases is as long as they are. */
const mostLinesOfTests = 520

/** One file for each step of the database, and one for each noun in a language. */
const isListOfItsKind = /^(server\/migrations|web\/locales\/\w+)$/

const files = globSync('{bench,e2e,scripts,server,shared,testing,web}/**/*', { cwd: root })
  .map(path => path.split(sep).join('/'))
  .filter(
    path => !/^web\/dist\/|\/node_modules\/|^bench\/results.json$/.test(path) && statSync(join(root, path)).isFile(),
  )

test('no file is longer than can be read at once', () => {
  const long = files
    .filter(path => /\.tsx?$/.test(path))
    .map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
    .filter(({ path, lines }) => {
      const most = /\.(test|e2e)\.tsx?$/.test(path) ? mostLinesOfTests : mostLines
      return lines > (longer[path] ?? most)
    })
  expect(long).toEqual([])
})

test('no folder holds more files than can be looked through', () => {
  const folders = Map.groupBy(files, path => dirname(path))
  const crowded = [...folders].filter(([folder, of]) => of.length > mostFiles && !isListOfItsKind.test(folder))
  expect(crowded.map(([folder, of]) => `${folder}: ${of.length}`)).toEqual([])
})
