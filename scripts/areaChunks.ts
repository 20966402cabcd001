/**
 * The files that the browser loads first, each in one piece: left alone, shared modules become dozens of small ones, which compress badly
 * and cost a request each. What belongs to a piece is not written down: it is what its roots import, as the build's own graph has it.
 */
import { fileURLToPath } from 'node:url'
import { entry, firstFiles, ofPackages } from './areas.ts'

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

const ours = ['web', 'shared'].map(folder => fileURLToPath(new URL(`../${folder}/`, import.meta.url)))
const idOf = (root: string) => `${ours[0]}${root}`

/** All that the first page imports. The entry itself stays outside, or it is missing in the manifest. */
const start = {
  name: 'start',
  priority: 3,
  tags: ['$initial' as const],
  test: (id: string) => id !== idOf(entry) && !id.endsWith('.html'),
}

/** What two of them share, each of which would load the other's file for it. */
const shared = { name: inBoth(firstFiles.app, firstFiles.visitor), priority: 2 }

/** What every signed-in screen needs, with all that it imports. */
const app = { name: (id: string) => (firstFiles.app.some(root => id === idOf(root)) ? 'app' : null), priority: 1 }

export const groups = [start, shared, app]

function inBoth(one: readonly string[], other: readonly string[]) {
  let both: Set<string> | undefined
  return (id: string, graph: Graph): string | null => {
    both ??= ownModules(one, graph).intersection(ownModules(other, graph))
    return both.has(id) || ofPackages.some(part => id.includes(part)) ? 'shared' : null
  }
}

/**
 * Of our own modules, those that the roots import, one through the other. Packages are not followed: one imports all of theirs by a single
 * file, which says nothing about what is used.
 */
function ownModules(roots: readonly string[], graph: Graph): Set<string> {
  const reached = new Set<string>()
  const waiting = roots.map(idOf)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || !ours.some(folder => id?.startsWith(folder))) continue
    reached.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
