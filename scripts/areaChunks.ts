/**
 * The files that the browser loads first, each in one piece: left alone, shared modules become dozens of small ones,
 * which compress badly and cost a request each. What belongs to a piece is not written down: it is what its roots
 * import, as the build's own graph has it.
 */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  app,
  around,
  background,
  backgroundPackages,
  entry,
  filling,
  list,
  notShared,
  ofPackages,
  partsOfForms,
  partsOfPackages,
  pieces,
  sentEverywhere,
  together,
  togetherOfPackages,
  visitor,
} from './areas.ts'

type Graph = {
  getModuleInfo(id: string): {
    importers: readonly string[]
    dynamicImporters: readonly string[]
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
  } | null
}

const project = fileURLToPath(new URL('../', import.meta.url))
const ours = ['web', 'shared'].map(folder => `${project}${folder}/`)
const idOf = (root: string) => fileURLToPath(new URL(`../web/${root}`, import.meta.url))

/** All that the first page imports. The entry itself stays outside, or it is missing in the manifest. */
const start = {
  name: 'start',
  priority: 9,
  tags: ['$initial' as const],
  test: (id: string) => id !== idOf(entry) && !id.endsWith('.html'),
}

/** What two of them share, each of which would load the other's file for it. */
const shared = { name: inBoth([...app, ...around, ...list], visitor), priority: 8 }

export const groups = [
  start,
  shared,
  ofRoots('app', app, 7),
  // Only what is named: with what each imports, packages would come into the first piece that uses them.
  { name: pieceOfForms(), priority: 6, includeDependenciesRecursively: false },
  ofRoots('around', around, 5),
  { name: ofPackagesOf(partsOfPackages, 'controls'), priority: 4.5, includeDependenciesRecursively: false },
  ofRoots('list', list, 4),
  { name: behindOrPart(), priority: 1, includeDependenciesRecursively: false },
]

/** Modules that this many areas need come in one piece, which all of them load. */
const many = 15

/** Of what is left: what stands behind every screen, and what many areas share. Strangers load neither. */
function behindOrPart() {
  let graphs: (Record<'strangers' | 'behind', Set<string>> & { areas: Set<string>[] }) | undefined
  return (id: string, graph: Graph): string | null => {
    if (backgroundPackages.some(part => id.includes(part))) return 'background'
    graphs ??= {
      strangers: ownModules([...strangersPages(graph), ...visitor.map(idOf)], graph),
      behind: ownModules(background.map(idOf), graph),
      areas: areaRoots(graph).map(root => ownModules([root], graph)),
    }
    const { strangers, behind, areas } = graphs
    if (strangers.has(id)) return null
    const needing = areas.filter(area => area.has(id)).length
    if (behind.has(id) && needing === 0) return 'background'
    return needing >= many ? 'parts' : null
  }
}

/** What addresses lead to. */
const areaRoots = (graph: Graph) =>
  globSync('**/*{Page,Pages}.tsx', { cwd: idOf('.') })
    .map(idOf)
    .filter(id => (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)

const strangersPages = (graph: Graph) => areaRoots(graph).filter(id => /\/web\/(auth|helpers|shares)\//.test(id))

function ofPackagesOf(parts: readonly string[], name: string) {
  return (id: string) => (parts.some(part => id.includes(part)) ? name : null)
}

function ofRoots(name: string, roots: readonly string[], priority: number) {
  const ids = new Set(roots.map(idOf))
  return { name: (id: string) => (ids.has(id) ? name : null), priority }
}

function inBoth(one: readonly string[], other: readonly string[]) {
  let both: Set<string> | undefined
  return (id: string, graph: Graph): string | null => {
    both ??= ownModules(one.map(idOf), graph).intersection(ownModules(other.map(idOf), graph))
    if (notShared.some(path => id === idOf(path))) return 'again'
    return both.has(id) || ofPackages.some(part => id.includes(part)) ? 'shared' : null
  }
}

function pieceOfForms() {
  let names: Map<string, string> | undefined
  return (id: string, graph: Graph): string | null => {
    if (id.includes('/node_modules/dexie/')) return 'device'
    names ??= namePieces(graph)
    const [ofPackage] =
      Object.entries(togetherOfPackages).find(([, parts]) => parts.some(part => id.includes(part))) ?? []
    return ofPackage ?? names.get(id) ?? null
  }
}

/**
 * A module belongs to the first piece that needs it if whoever else needs it needs that piece too: so no file is loaded
 * for a part of it.
 */
function namePieces(graph: Graph): Map<string, string> {
  const all = Object.entries(pieces).map(([name, roots]) => ({
    name,
    roots,
    needs: ownModules(roots.map(idOf), graph),
  }))
  const fetched = fetchedByThemselves(graph).map(id => ownModules([id], graph))
  const byVisitor = ownModules(visitor.map(idOf), graph)
  const byFilling = ownModules([idOf(filling)], graph)
  const names = new Map(
    Object.entries(together).flatMap(([name, modules]) =>
      modules.map((module): [string, string] => [idOf(module), name]),
    ),
  )
  for (const { name, roots, needs } of all)
    for (const id of needs) {
      const others = fetched.filter(modules => modules.has(id) && !roots.some(root => modules.has(idOf(root))))
      const isOfOne = name === 'form' && !(byFilling.has(id) && byVisitor.has(id))
      if (!names.has(id) && others.length === 0 && !isOfOne && !isFetched(id)) names.set(id, name)
    }
  // What every page sends and receives shares modules with forms, and must not load those for them.
  for (const id of ownModules(sentEverywhere.map(idOf), graph)) {
    if (!byFilling.has(id) || !formPieces.has(names.get(id) ?? '')) continue
    if (id.startsWith(idOf('answers/'))) names.delete(id)
    else names.set(id, !byVisitor.has(id) ? 'received' : id.startsWith(idOf('../shared/')) ? 'values' : 'kept')
  }
  return names
}

const formPieces: ReadonlySet<string> = new Set(['engine', 'answers', 'questions', 'form', 'filling'])

/** What is fetched by itself keeps a file of its own, by which it is found in the manifest. */
const isFetched = (id: string) => [filling, ...visitor].some(root => id === idOf(root))

/** Everything that some module imports when it is wanted, but for the parts of forms. */
function fetchedByThemselves(graph: Graph): string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const waiting = [idOf(entry)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const dynamic of dynamicallyImportedIds) found.add(dynamic)
    waiting.push(...importedIds, ...dynamicallyImportedIds)
  }
  return [...found].filter(id => !partsOfForms.test(id.slice(project.length)) || isFetched(id))
}

/**
 * Of our own modules, those that these import, one through the other. Packages are not followed: one imports all of
 * theirs by a single file, which says nothing about what is used.
 */
function ownModules(ids: readonly string[], graph: Graph): Set<string> {
  const missing = ids.find(id => !graph.getModuleInfo(id))
  if (missing) throw new Error(`${missing} is not there: mend what names it in areas.ts`)
  const reached = new Set<string>()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || !ours.some(folder => id?.startsWith(folder))) continue
    reached.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
