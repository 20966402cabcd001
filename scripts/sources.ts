/**
 * The source files of the product and who imports whom, for the test of the architecture and the figures of the
 * structure.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const sides = ['shared', 'server', 'web'] as const
export type Side = (typeof sides)[number]

/** All TypeScript of a side, tests included, as paths from the root. */
export const filesOf = (side: Side): string[] =>
  readdirSync(join(root, side), { recursive: true, encoding: 'utf8' })
    .map(path => join(side, path))
    .filter(path => /\.tsx?$/.test(path) && !path.startsWith('web/dist') && !path.includes('node_modules'))
    .sort()

/** Whether a file belongs to the product: no test, no test support, no migration. */
export const isProduct = (path: string): boolean =>
  !/\.test\.tsx?$/.test(path) && !/^(server|shared|web)\/(test|migrations)\//.test(path)

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

function resolved(from: string, target: string): string[] {
  if (target.startsWith('#')) return [target.slice(1)]
  if (target.startsWith('.')) return [relative(root, normalize(join(root, dirname(from), target)))]
  return []
}

/** The files that a file imports, types and dynamic imports included. */
export const importsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => resolved(path, target))

/** The files that a text of a file imports when it runs. */
export const dynamicImportsIn = (path: string, text: string): string[] =>
  [...text.matchAll(/\bimport\(\s*'([^']+)'/g)].flatMap(([, target = '']) => resolved(path, target))

export type ImportedName = { path: string; name: string; local: string }

/** The names that a file imports from files of ours, types included, and what it calls them. */
export const importedNamesOf = (path: string): ImportedName[] =>
  [...textOf(path).matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', target = '']) =>
    resolved(path, target).flatMap(to =>
      names.split(',').flatMap(one => {
        const [, name, local = name] = one.match(/^\s*(?:type )?(\w+)(?: as (\w+))?\s*$/) ?? []
        return name && local ? [{ path: to, name, local }] : []
      }),
    ),
  )

/** The files that a file needs when it runs; types are gone by then. */
export function runtimeImportsOf(path: string): string[] {
  const found = [...textOf(path).matchAll(/(?:import|export)\s+(?!type\b)(\{[^}]*\}|[\w*\s,]+?)\s*from\s*'([^']+)'/g)]
  return found.flatMap(([, names = '', target = '']) => {
    const isType =
      names.startsWith('{') &&
      names
        .slice(1, -1)
        .split(',')
        .every(name => /^\s*(type\s|$)/.test(name))
    return isType ? [] : resolved(path, target)
  })
}

/** The groups of nodes that reach each other (Tarjan's strongly connected components), those of one node left out. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const indexes = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (node: string): void => {
    indexes.set(node, indexes.size)
    lowest.set(node, indexes.get(node) as number)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      if (!indexes.has(next)) visit(next)
      else if (!stack.includes(next)) continue
      lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(next) as number))
    }
    if (lowest.get(node) !== indexes.get(node)) return
    const circle = stack.splice(stack.indexOf(node))
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node)
  return found.sort((a, b) => b.length - a.length)
}

/** What each file of these sides imports of their other files; types and dynamic imports included. */
export function fileDependencies(of: readonly Side[] = ['shared', 'server']): Map<string, string[]> {
  const files = new Set(of.flatMap(filesOf).filter(isProduct))
  return new Map([...files].map(path => [path, importsOf(path).filter(target => files.has(target))]))
}

/** Folders of a side that are no features. */
export const kernel = new Set(['lib', 'ui', 'answers', 'shell', 'theme', 'test', 'seeds', 'migrations', 'locales'])

/** The features of the browser's code that need each other, as `forms ↔ guides`. */
export function mutualFeatures(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const featureOf = (path: string) => {
    const [, folder = '', file] = path.split('/')
    return file === undefined || kernel.has(folder) ? undefined : folder
  }
  const needs = new Set(
    [...graph].flatMap(([path, targets]) => targets.map(target => `${featureOf(path)} ↔ ${featureOf(target)}`)),
  )
  return [...needs].filter(pair => {
    const [one = '', other = ''] = pair.split(' ↔ ')
    return one < other && one !== 'undefined' && other !== 'undefined' && needs.has(`${other} ↔ ${one}`)
  })
}

/** The part of a side that knows or does not know another: a feature with its sub-features, or one folder of `lib`. */
function partOf(path: string): string {
  const [side, first = '', second = ''] = path.split('/')
  if (/\.\w+$/.test(first)) return path
  return first === 'lib' && !/\.\w+$/.test(second) ? `${side}/lib/${second}` : `${side}/${first}`
}

/** Which parts each part depends on. */
export function partDependencies(files: ReadonlyMap<string, readonly string[]>): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>()
  for (const [path, targets] of files) {
    const needs = parts.get(partOf(path)) ?? new Set()
    parts.set(partOf(path), needs)
    for (const target of targets) if (partOf(target) !== partOf(path)) needs.add(partOf(target))
  }
  return parts
}

/**
 * The dependencies against the order of the parts, where parts depend on each other in a circle. The order is the one
 * with the fewest that a greedy search finds (Eades, Lin and Smyth 1993) and moves of single parts better.
 */
export function upwardsOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles = circlesOf(new Map([...graph].map(([part, needs]) => [part, [...needs]])))
  return circles.flatMap(circle => {
    const needs = new Map(circle.map(part => [part, circle.filter(other => graph.get(part)?.has(other))]))
    const back = (order: string[]) =>
      order.flatMap((part, place) =>
        (needs.get(part) ?? []).filter(other => order.indexOf(other) > place).map(other => `${part} → ${other}`),
      )
    let order = greedyOrder(circle, needs)
    for (let better = true; better; ) {
      better = false
      for (const part of circle) {
        const others = order.filter(other => other !== part)
        for (let place = 0; place <= others.length; place++) {
          const moved = others.toSpliced(place, 0, part)
          if (back(moved).length >= back(order).length) continue
          order = moved
          better = true
        }
      }
    }
    return back(order)
  })
}

/** Parts from the lowest to the highest: what needs little and is needed by many comes first. */
function greedyOrder(circle: string[], needs: Map<string, string[]>): string[] {
  const left = new Set(circle)
  const order: string[] = []
  while (left.size > 0) {
    const weight = (part: string) =>
      [...left].filter(other => needs.get(other)?.includes(part)).length -
      (needs.get(part) ?? []).filter(other => left.has(other)).length
    const next = [...left].reduce((best, part) => (weight(part) > weight(best) ? part : best))
    left.delete(next)
    order.push(next)
  }
  return order
}
