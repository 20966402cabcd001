/** The map of the specification names what is there: every file, folder and test in it exists. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const map = readFileSync('docs/specification-map.md', 'utf8')
const cells = map.split('\n').filter(line => line.startsWith('|') && !line.startsWith('| ---'))
const beginnings = ['web', 'server', 'shared', 'e2e', 'testing', 'scripts', 'docs']

/** What stands in a cell as a path from the root. A file beside the one before it may leave its folder out. */
const pathsOf = (cell: string): string[] => {
  let folder = ''
  return [...cell.matchAll(/`([^`\s]+)`/g)].flatMap(([, path = '']) => {
    if (beginnings.includes(path.split('/')[0] ?? '') && path.includes('/')) {
      folder = path.slice(0, path.lastIndexOf('/'))
      return [path]
    }
    return /^[\w{,}]+\.tsx?$/.test(path) && folder ? [`${folder}/${path}`] : []
  })
}

test('every path of the map leads to something', () => {
  const paths = cells.flatMap(row => row.split('|').flatMap(pathsOf))
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.flatMap(alternatives).filter(path => globSync(path).length === 0)).toEqual([])
})

test('every row says what proves it, that nothing does, or that it comes later', () => {
  const rows = cells.slice(
    0,
    cells.findIndex(row => row.includes('the specification | tend')),
  )
  const unproven = rows
    .map(row =>
      row
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
    .filter(
      ([sentence, doneBy = '', provedBy = '']) =>
        !['sentence', 'route'].includes(sentence ?? '') && !(provedBy || /^later/.test(doneBy)),
    )
  expect(unproven).toEqual([])
})

/** `a/{b,c}.ts` means two files, each of which must be there. */
function alternatives(path: string): string[] {
  const [all, inside] = path.match(/\{([^}]+)\}/) ?? []
  return all && inside ? inside.split(',').flatMap(part => alternatives(path.replace(all, part))) : [path]
}
