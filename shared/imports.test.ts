/** Who may import whom (docs/architecture.md). A refusal prints its reason. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import {
  circlesOf,
  fileDependencies,
  filesOf,
  importsOf,
  kernel,
  mutualFeatures,
  partDependencies,
  root,
  runtimeImportsOf,
  sides,
  textOf,
  upwardsOf,
} from '../scripts/sources.ts'

type Place = { side: string; folder: string; file: string; path: string }

const sources = sides.flatMap(filesOf)

/** Files that list the features; nothing else may. */
const composers = new Set([
  'shared/ability.ts',
  'shared/contracts.ts',
  'server/modules.ts',
  'server/httpServer.ts',
  'server/start.ts',
  'server/main.ts',
  'web/main.tsx',
  'web/features.ts',
  'web/screens/daily.ts',
  'web/screens/work.ts',
  'web/screens/registers.ts',
  'web/screens/administration.ts',
  'web/deviceTables.ts',
  'web/realtime.ts',
])
/** What one feature may take from another. */
const offeredNames = [
  ...[
    'queries',
    '[a-z]\\w*Queries',
    'commands',
    '[a-z]+Commands',
    'table',
    '[a-z]+Table',
    'contract',
    'rules',
    'ports',
  ],
  ...['identity', 'visitors', 'assign', 'complete', 'endSeries', 'present', 'pdf', 'questions'],
  ...['register(?:s|[A-Z]\\w*)', '[a-z]\\w*Cookie', '[A-Z]\\w*'],
]
const offered = new RegExp(`^(${offeredNames.join('|')})\\.tsx?$`)

function placeOf(path: string): Place {
  const [side = '', folder = '', ...rest] = path.split('/')
  return { side, folder: rest.length > 0 ? folder : '', file: rest.at(-1) ?? folder, path }
}

/**
 * The features from the lowest tier to the highest: each knows those of its own tier and of lower ones. If a lower
 * one's write must cause something higher, it announces, and the higher one's listener reacts; what a lower one must
 * know of a higher one it asks, and the higher one answers (`ports.ts`).
 */
const tiers = [
  // accounts
  [
    ...['accounts', 'companies', 'actions', 'audit', 'notifications', 'legal', 'system', 'sealing', 'provisioning'],
    // `shared` and `web` still have a folder for each part of accounts and of companies.
    ...['users', 'auth', 'two-factor', 'workers', 'me', 'roles', 'invites', 'plans'],
  ],
  ['files', 'documents'],
  ['subjects', 'views', 'locations', 'vehicles', 'certificates', 'animal-groups', 'animals', 'animal-events', 'books'],
  ['guides'],
  ['forms'],
  ['tasks', 'feeds', 'helpers', 'samples', 'vehicle-log'],
  ['findings'],
  ['submissions', 'reviews', 'exports', 'imports', 'public-links'],
  ['messaging', 'cases'],
  ['reports', 'shares', 'passes', 'dashboard', 'today', 'timeline', 'search', 'webhooks'],
]
const tierOf = new Map(tiers.flatMap((features, tier) => features.map(feature => [feature, tier] as const)))

/**
 * `server/files → forms` where an import of a feature goes to a higher tier, or null. Throws for a feature without a
 * tier.
 */
function upwards(from: Place, to: Place): string | null {
  if (from.side !== to.side || from.side === 'web' || composers.has(from.path)) return null
  if (/\.test\.tsx?$/.test(from.file) || [from, to].some(({ folder }) => folder === '' || kernel.has(folder)))
    return null
  const [tier, other] = [from, to].map(({ side, folder }) => {
    const found = tierOf.get(folder)
    if (found === undefined) throw new Error(`${side}/${folder} has no tier in shared/imports.test.ts`)
    return found
  }) as [number, number]
  return other > tier ? `${from.side}/${from.folder} → ${to.folder}` : null
}

/** Why this import is refused, or null. */
function refusal(from: Place, to: Place): string | null {
  if (/\.test\.tsx?$/.test(from.file) || from.folder === 'test' || from.folder === 'seeds') return null
  if (to.side === from.side || to.side === 'shared') {
    if (from.side === 'shared' && to.side !== 'shared') return 'shared knows neither server nor browser'
  } else if (sides.includes(to.side as (typeof sides)[number])) return 'server and browser meet only in shared'
  if (to.side !== from.side || composers.has(from.path)) return null
  const [fromFeature, toFeature] = [from, to].map(place =>
    place.folder && !kernel.has(place.folder) ? place.folder : null,
  )
  if ((from.folder === 'lib' || from.folder === 'ui') && toFeature) return 'lib and ui know no feature'
  if (from.folder === 'answers' && toFeature && !/^registerApis\.ts$/.test(to.file))
    return 'answers know features by their calls only'
  if (from.side !== 'shared' && fromFeature && toFeature && fromFeature !== toFeature && !offered.test(to.file))
    return 'of another feature only what `offeredNames` lists may be used: queries, commands, tables and the like'
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

test('of features the library of the server knows a few words of these, and nothing else', () => {
  const known = sources
    .filter(path => path.startsWith('server/lib/') && !/\.test\.ts$/.test(path))
    .flatMap(importsOf)
    .filter(target => target.startsWith('shared/') && !target.startsWith('shared/lib/'))
  expect([...new Set(known)].sort()).toEqual([
    // A setting: who may create an account.
    'shared/accounts/rules.ts',
    // What every feature's links of mails describe of themselves (`ActionKind`).
    'shared/actions/contract.ts',
  ])
})

test('features know those of their own tier and of lower ones', () => {
  const found = sources.flatMap(path =>
    importsOf(path).flatMap(target => {
      const edge = upwards(placeOf(path), placeOf(target))
      return edge
        ? [
            {
              edge,
              said: `${path} → ${target}: a lower feature knows no higher one; publish an event, or ask a query port`,
            },
          ]
        : []
    }),
  )
  expect(found.map(({ said }) => said)).toEqual([])
})

test('no files of the server or of what is shared need each other in a circle, within a tier either', () => {
  const graph = new Map(
    sources
      .filter(path => !path.startsWith('web/') && !/\.test\.ts$/.test(path))
      .map(path => [path, runtimeImportsOf(path)]),
  )
  expect(circlesOf(graph)).toEqual([])
})

/** Bounds of what remains. A change that removes one lowers its figure. */
const max = { upwards: 10, circles: 1, filesOfCircle: 3 }

test('imports against the order of the parts, and circles of types, become fewer', () => {
  const files = fileDependencies()
  const upwards = upwardsOf(partDependencies(files))
  const circles = circlesOf(files)
  expect(upwards.length, upwards.join('\n')).toBeLessThanOrEqual(max.upwards)
  expect(circles.length, circles.map(circle => circle.join(' ')).join('\n')).toBeLessThanOrEqual(max.circles)
  expect(circles[0]?.length ?? 0).toBeLessThanOrEqual(max.filesOfCircle)
})

/** Bounds for the browser, dynamic imports and types included. */
const maxOfWeb = { mutualFeatures: 0, circles: 0, filesOfCircle: 0 }

test('no features of the browser need each other, and its files import in no circle', () => {
  const files = fileDependencies(['web'])
  const pairs = mutualFeatures(files)
  const circles = circlesOf(files)
  expect(pairs.length, pairs.join('\n')).toBeLessThanOrEqual(maxOfWeb.mutualFeatures)
  expect(circles.length, circles.map(circle => circle.join(' ')).join('\n')).toBeLessThanOrEqual(maxOfWeb.circles)
  expect(circles[0]?.length ?? 0).toBeLessThanOrEqual(maxOfWeb.filesOfCircle)
})

/** The offline engine as the rest of the browser's code may use it, besides its types. */
const offlineDoor = {
  functions: ['enqueue', 'createOrQueue', 'useQueue', 'offlineQuery', 'persistDraft'],
  /** Questions about the state of an entry, which touch no storage. */
  questions: ['isUnderway', 'isEditable', 'isQueued'],
}
/** What single files take besides, and why. */
const offlineSetup: Record<string, string[]> = {
  // Before React: a page that is left ends its transactions.
  'web/main.tsx': ['abortTransactionsAtRest'],
  // The engine knows no feature: they say where their handlers are, and register rows have one of the engine's.
  'web/App.tsx': ['registerHandlers'],
  'web/registers/outboxHandlers.ts': ['newRowHandler'],
  // Says from when the oldest answer of `offlineQuery` on the screen is.
  'web/shell/notices/PersonNotices.tsx': ['useOldestResponse'],
  // Reads the whole queue with its handlers; no part of `useQueue`, because a live query must not load first.
  'web/outbox/OutboxPage.tsx': ['useQueueItems'],
  // A public form has an outbox of its own page, for one handler and for nobody who is signed in.
  'web/filling/publicForm/usePublicSession.ts': ['Outbox', 'withTabLock'],
  // Owners of tables of their own in the device's database (`web/deviceTables.ts`).
  'web/filling/storage/entry.ts': ['inDatabase'],
  'web/messaging/messageHandler.ts': ['inDatabase'],
  'web/messaging/kept/keepMessages.ts': ['inDatabase'],
  'web/tasks/completion/proofs.ts': ['inDatabase'],
}

/** The names that a file takes from modules of a folder, without types. */
function namesTaken(path: string, folder: string): string[] {
  const statics = [...textOf(path).matchAll(/import (type )?\{([^}]*)\} from '([^']*)'/g)]
  const dynamics = [...textOf(path).matchAll(/(?:\{([^{}]*)\}\s*=\s*await )?import\(\s*'([^']*)'/g)]
  const taken = [
    ...statics.filter(([, type]) => !type).map(([, , names, from]) => [names, from]),
    ...dynamics.map(([, names = 'everything', from]) => [names, from]),
  ]
  return taken.flatMap(([names = '', from = '']) =>
    join(dirname(path), from).startsWith(folder)
      ? names.split(',').flatMap(name => (/^\s*(type .*)?$/.test(name) ? [] : [name.trim().split(' as ')[0] ?? '']))
      : [],
  )
}

test('the rest of the browser uses the doors of the offline engine, and few files set it up', () => {
  const engine = 'web/lib/offline/'
  const outside = filesOf('web').filter(
    path => !path.startsWith(engine) && !/\.test\.tsx?$|\/(testDevice|fakeServer)\.ts$/.test(path),
  )
  const open = [...offlineDoor.functions, ...offlineDoor.questions]
  const refused = outside.flatMap(path =>
    namesTaken(path, engine)
      .filter(name => !open.includes(name) && !offlineSetup[path]?.includes(name))
      .map(name => `${path} → ${name}`),
  )
  expect(refused).toEqual([])
  const unused = Object.entries(offlineSetup).flatMap(([path, names]) =>
    names.filter(name => !namesTaken(path, engine).includes(name)).map(name => `${path} → ${name}`),
  )
  expect(unused, 'exceptions that nothing needs').toEqual([])
  const taken = new Set(outside.flatMap(path => namesTaken(path, engine)))
  expect([...open].filter(name => !taken.has(name))).toEqual([])
})

/** Tables beside the two of `ui`, each with why it is neither a list nor rows of figures. */
const ownTables: Record<string, string> = {
  'web/ui/list/DataTable.tsx': 'lists',
  'web/ui/figures/FigureTable.tsx': 'rows at hand',
  'web/filling/rows/RowTable.tsx': 'answers of a form, drawn when they come near',
  'web/forms/editor/properties/ScoringProperties.tsx': 'sections with a sum below',
  'web/guides/GuideText.tsx': 'a table that somebody wrote',
  'web/notifications/NotificationSettingsSheet.tsx': 'checkboxes by kind and way',
  'web/reports/details/AnswerParts.tsx': 'a map of heat: questions by time',
  'web/roles/RoleMatrix.tsx': 'rights by subject and action',
}

test('rows are shown by the tables of ui, besides those that are something else', () => {
  const found = filesOf('web').filter(path => !/\.test\.tsx$/.test(path) && /<table\b|<Table[\s.>]/.test(textOf(path)))
  expect(found.sort()).toEqual(Object.keys(ownTables).sort())
})

test('styles that are imported are there, at which the compiler does not look', () => {
  const missing = sources.flatMap(path =>
    [...textOf(path).matchAll(/(?:from|^import) '(\.{1,2}\/[^']+\.css)'/gm)]
      .map(([, target = '']) => join(root, dirname(path), target))
      .filter(target => !existsSync(target))
      .map(target => `${path} → ${relative(root, target)}`),
  )
  expect(missing).toEqual([])
})

test('classes of styles that components name are there', () => {
  const missing = filesOf('web').flatMap(path =>
    [...textOf(path).matchAll(/import (\w+) from '(\.{1,2}\/[^']+\.module\.css)'/g)].flatMap(([, name, from = '']) => {
      const rules = readFileSync(join(root, dirname(path), from), 'utf8')
      const named = [...textOf(path).matchAll(new RegExp(`(?<![./\\w])${name}\\.(\\w+)`, 'g'))]
      return named
        .filter(([, one]) => !new RegExp(`\\.${one}(?![\\w-])`).test(rules))
        .map(([one]) => `${path} → ${one}`)
    }),
  )
  expect(missing).toEqual([])
})

test('no file is a drawer for anything', () => {
  const drawers = sources.filter(path => /\/(utils?|helpers?|types|services?|index|misc|common)\.tsx?$/.test(path))
  expect(drawers.filter(path => path !== 'server/lib/context.ts')).toEqual([])
})
