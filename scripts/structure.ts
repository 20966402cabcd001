/**
 * Prints how the code is cut: files, their lines, and what imports in a circle or upwards. `node scripts/structure.ts`
 * prints the figures, `node scripts/structure.ts server/tasks` those of one folder with its short files.
 */
import { globSync } from 'node:fs'
import {
  circlesOf,
  fileDependencies,
  filesOf,
  isProduct,
  mutualFeatures,
  partDependencies,
  root,
  sides,
  textOf,
  upwardsOf,
} from './sources.ts'
import { ways } from './ways.ts'

const short = 25
const [folder] = process.argv.slice(2)

const linesOf = (path: string): number => textOf(path).trimEnd().split('\n').length

function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function print(name: string, files: string[]): void {
  const lines = files.map(linesOf)
  const shorter = lines.filter(count => count < short).length
  const sum = lines.reduce((a, b) => a + b, 0)
  const share = ((shorter / Math.max(files.length, 1)) * 100).toFixed(1)
  console.log(
    `${name.padEnd(24)} ${files.length} files, ${sum} lines, median ${median(lines)}, below ${short} lines: ${shorter} (${share} %)`,
  )
}

for (const side of sides) {
  const files = filesOf(side).filter(isProduct)
  if (folder === undefined) print(side, files)
  else if (folder.startsWith(side)) {
    const within = files.filter(path => path.startsWith(`${folder}/`) || path === folder)
    print(folder, within)
    for (const path of within.filter(path => linesOf(path) < short)) console.log(`  ${linesOf(path)}  ${path}`)
  }
}

if (folder === undefined)
  for (const { title, jumps, common } of ways) {
    const filesAmong = (of: typeof jumps) => new Set(of.map(({ path }) => path)).size
    const once = common.map(({ title, jumps }) => `${filesAmong(jumps)} of ${title.toLowerCase()}`)
    console.log(`files on the way to ${title}: ${filesAmong(jumps)}, and ${once.join(', ')}`)
  }

/** Lazy parts by the modules that they begin with, and the lines that cut and join the browser's files. */
if (folder === undefined) {
  const lazy = /\blazy(?:Parts?|Section)?(?:<[^(]*>)?\([\s\S]{0,80}?import\(\s*'(?:[^']*\/)?([^']+)'/g
  const fetched = filesOf('web')
    .filter(isProduct)
    .flatMap(path => [...textOf(path).matchAll(lazy)].map(([, to = '']) => to))
  const styles = globSync('web/**/*.css', { cwd: root, exclude: ['web/dist/**'] })
  const machinery = ['scripts/chunks.ts', 'web/ui/lazyPart.tsx']
  const parts = new Set(fetched.filter(name => !name.endsWith('Page.tsx')))
  console.log(
    `web: ${parts.size} lazy parts in ${fetched.length} places, ${styles.length} style files, lines of chunk machinery: ${machinery.map(linesOf).reduce((a, b) => a + b, 0)}`,
  )
}

const graph = fileDependencies()
const parts = partDependencies(graph)
const touches = (name: string) => folder === undefined || name.includes(`${folder}/`) || name.includes(folder)

const back = upwardsOf(parts)
console.log(`imports upwards, of ${[...parts.values()].reduce((sum, { size }) => sum + size, 0)}: ${back.length}`)
for (const edge of back.filter(touches)) console.log(`  ${edge}`)
const circles = circlesOf(graph)
console.log(`circles of files, types included: ${circles.length}, the largest of ${circles[0]?.length ?? 0} files`)
for (const circle of circles.filter(circle => circle.some(touches))) console.log(`  ${circle.join(' ')}`)

const web = fileDependencies(['web'])
const pairs = mutualFeatures(web)
console.log(`web: pairs of features that need each other: ${pairs.length}`)
for (const pair of pairs.filter(pair => folder === undefined || folder.split('/').some(part => pair.includes(part))))
  console.log(`  ${pair}`)
const webCircles = circlesOf(web)
console.log(`web: circles of files: ${webCircles.length}, the largest of ${webCircles[0]?.length ?? 0} files`)
for (const circle of webCircles.filter(circle => circle.some(touches))) console.log(`  ${circle.join(' ')}`)
