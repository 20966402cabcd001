/** Checks the map of the specification: its files exist, and each sentence names a test or says that there is none. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const map = readFileSync('docs/specification-map.md', 'utf8')
const [sentences = '', differences = ''] = map.split('\n## Where tend differs\n')
const roots = new Set(['web', 'server', 'shared', 'e2e', 'testing', 'scripts', 'docs'])

/** Splits the list into its entries, each on one line. */
const entriesOf = (text: string): string[] =>
  text
    .replace(/\n {2}/g, ' ')
    .split('\n')
    .filter(line => line.startsWith('- '))

/** Reads the words that are written as a path from the root. */
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter(path => path.includes('/') && roots.has(path.split('/')[0] ?? '') && !path.includes('<'))

/** Spells out `a/{b,c}.ts`, which means two files. */
function alternatives(path: string): string[] {
  const [all, inside] = path.match(/\{([^}]+)\}/) ?? []
  return all && inside ? inside.split(',').flatMap(part => alternatives(path.replace(all, part))) : [path]
}

test('every path of the map leads to something', () => {
  const paths = pathsOf(map)
  expect(paths.length).toBeGreaterThan(300)
  expect(paths.flatMap(alternatives).filter(path => globSync(path).length === 0)).toEqual([])
})

test('every sentence names its files, and a test or that there is none', () => {
  const entries = entriesOf(sentences)
  expect(entries.length).toBeGreaterThan(120)
  const unproven = entries.filter(entry => {
    const [done = '', proof = ''] = entry.split(' → ')
    const isProved = pathsOf(proof).some(path => /\.(?:test|e2e)\.tsx?$/.test(path)) || /no test/i.test(proof)
    return !isProved || !/`|GET /.test(done)
  })
  expect(unproven).toEqual([])
})

test('what differs is explained', () => {
  expect(entriesOf(differences).length).toBeGreaterThan(10)
  expect(sentences.match(/\*differs\*/g)?.length).toBeGreaterThan(10)
})
