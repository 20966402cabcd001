/** Who may import whom (docs/architecture.md). A refusal prints its reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const sides = ['shared', 'server', 'web'] as const
type Place = { side: string; folder: string; file: string; path: string }

const sources = sides.flatMap(side =>
  readdirSync(join(root, side), { recursive: true, encoding: 'utf8' })
    .map(path => join(side, path))
    .filter(path => /\.tsx?$/.test(path) && !path.startsWith('web/dist') && !path.includes('node_modules')),
)

/** Files that list the nouns; nothing else may. */
const composers = new Set([
  'shared/ability.ts',
  'shared/contracts.ts',
  'server/app.ts',
  'server/start.ts',
  'server/main.ts',
  'web/router.tsx',
  'web/main.tsx',
  'web/realtime.ts',
  'web/offlineCopies.ts',
  'web/lib/api.ts',
])
/** Folders of a side that are no nouns. */
const kernel = new Set(['lib', 'ui', 'shell', 'theme', 'test', 'seeds', 'migrations', 'locales'])
/** What one noun may take from another. */
const offered = /^(queries|commands|table|contract|rules|[a-z]\w*Cookie|[A-Z]\w*)\.tsx?$/

function placeOf(path: string): Place {
  const [side = '', folder = '', ...rest] = path.split('/')
  return { side, folder: rest.length > 0 ? folder : '', file: rest.at(-1) ?? folder, path }
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('#')) return [target.slice(1)]
    if (target.startsWith('.')) return [relative(root, normalize(join(root, dirname(path), target)))]
    return []
  })
}

/** Why this import is refused, or null. */
function refusal(from: Place, to: Place): string | null {
  if (/\.test\.tsx?$/.test(from.file) || from.folder === 'test' || from.folder === 'seeds') return null
  if (to.side === from.side || to.side === 'shared') {
    if (from.side === 'shared' && to.side !== 'shared') return 'shared knows neither server nor browser'
  } else if (sides.includes(to.side as (typeof sides)[number])) return 'server and browser meet only in shared'
  if (to.side !== from.side || composers.has(from.path)) return null
  const [fromNoun, toNoun] = [from, to].map(place => (place.folder && !kernel.has(place.folder) ? place.folder : null))
  if ((from.folder === 'lib' || from.folder === 'ui') && toNoun) return 'lib and ui know no noun'
  if (from.side !== 'shared' && fromNoun && toNoun && fromNoun !== toNoun && !offered.test(to.file))
    return 'of another noun only queries, commands, table, contract, rules and components may be used'
  return null
}

test('every import goes the way the architecture allows', () => {
  const refused = sources.flatMap(path =>
    importsOf(path).flatMap(target => {
      const reason = refusal(placeOf(path), placeOf(target))
      return reason ? [`${path} → ${target}: ${reason}`] : []
    }),
  )
  expect(refused).toEqual([])
})

test('no file is a drawer for anything', () => {
  const drawers = sources.filter(path => /\/(utils?|helpers?|types|services?|index|misc|common)\.tsx?$/.test(path))
  expect(drawers.filter(path => path !== 'server/lib/services.ts')).toEqual([])
})
