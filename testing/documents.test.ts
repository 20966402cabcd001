/**
 * Checks the documents for strangers: links and paths lead somewhere, lines are short, and each decision record is in
 * the index.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = ['README.md', 'SECURITY.md', ...globSync('docs/**/*.md')].map(path => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const records = documents.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path))
const roots = /^(web|server|shared|e2e|testing|scripts|docs|deploy)\/[\w./-]+\.(tsx?|sql|md|json|yaml)$/

test('every link between documents leads to one', () => {
  const broken = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter(target => !/^https?:/.test(target) && !existsSync(join(dirname(path), target)))
      .map(target => `${path}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every file that a document names exists', () => {
  const missing = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/`([^`\s]+)`/g)]
      .map(([, name = '']) => name)
      .filter(name => roots.test(name) && !existsSync(name))
      .map(name => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every file that a document names without its folder exists', () => {
  const files = new Set(
    globSync('{*,{server,shared,web,e2e,testing,scripts,bench}/**/*}.{ts,tsx}').map(path => basename(path)),
  )
  // The glossary of the code names files that are gone.
  const others = documents.filter(({ path }) => path !== 'docs/glossary/code.md')
  const missing = others.flatMap(({ path, text }) =>
    [...text.matchAll(/`(\w[\w.]*\.tsx?)`/g)]
      .map(([, name = '']) => name)
      .filter(name => !files.has(name))
      .map(name => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

/** Glossaries of languages are tables of words, which a test reads row by row. */
const tablesOfWords = /^docs\/glossary\/(?!code|en)/

test('a line of a document has at most 120 characters', () => {
  const long = documents
    .filter(({ path }) => !tablesOfWords.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (line.length > 120 ? [`${path}:${at + 1}`] : [])),
    )
  expect(long).toEqual([])
})

test('the data map names tables that exist', () => {
  const made = new Set(
    globSync('server/**/*able*.ts').flatMap(path =>
      [...readFileSync(path, 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name]) => name),
    ),
  )
  const map = documents.find(({ path }) => path === 'docs/data-map.md')?.text ?? ''
  const named = [...map.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(name => !made.has(name))).toEqual([])
})

test('every decision record has a number of its own, at most 40 lines, and a line in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const numbers = records.map(({ path }) => basename(path).slice(0, 4))
  expect(records.length).toBeGreaterThan(40)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(records.filter(({ path }) => !index.includes(`](${basename(path)})`)).map(({ path }) => path)).toEqual([])
  expect(records.filter(({ text }) => text.trimEnd().split('\n').length > 40).map(({ path }) => path)).toEqual([])
})
