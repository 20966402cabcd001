/**
 * Measures the JavaScript that a browser loads before an area can be used, gzipped, by Vite's manifest, against
 * `budgets.ts`. Exits with 1 when a budget is exceeded, a page has none, or files import each other in a circle.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { budgets } from './budgets.ts'
import { buildWebIfStale } from './build.ts'
import { circlesOf } from './sources.ts'

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

/** The files that a browser loads for these modules. */
function filesOf(manifest: Manifest, modules: readonly string[], found = new Set<string>()): Set<string> {
  for (const module of modules) {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`${module} is not in Vite's manifest`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    filesOf(manifest, chunk.imports ?? [], found)
  }
  return found
}

const zipped = new Map<string, number>()
function gzipSize(file: string): number {
  const size = zipped.get(file) ?? gzipSync(readFileSync(dist + file)).byteLength
  zipped.set(file, size)
  return size
}

export type ScreenSize = { name: string; area: string; kilobytes: number; budget: number }

/**
 * What every area loads, from a build that is what the sources say. Throws when there is a page that no budget names.
 */
export async function measureScreens(): Promise<ScreenSize[]> {
  await buildWebIfStale(console.log)
  const manifest: Manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
  requireBudgets(manifest)
  refuseCircles(manifest)
  return budgets.flatMap(({ area, kilobytes, opens }) =>
    Object.entries(opens).map(([name, modules]) => ({
      name,
      area,
      kilobytes: sizeOf(manifest, modules),
      budget: kilobytes,
    })),
  )
}

function sizeOf(manifest: Manifest, modules: readonly string[]): number {
  const scripts = [...filesOf(manifest, modules)].filter(file => file.endsWith('.js'))
  return scripts.reduce((total, file) => total + gzipSize(file), 0) / 1000
}

/** Every page has a line. */
function requireBudgets(manifest: Manifest): void {
  const named = new Set(budgets.flatMap(({ opens }) => Object.values(opens).flat()))
  const pages = Object.keys(manifest).filter(module => /Pages?\.tsx$/.test(module))
  const without = pages.filter(page => manifest[page]?.isDynamicEntry && !named.has(page))
  if (without.length > 0) throw new Error(`No budget names ${without.join(', ')}`)
}

/** In a circle a module can run before one that it needs, and the page stays empty. */
function refuseCircles(manifest: Manifest): void {
  const circles = circlesOf(new Map(Object.entries(manifest).map(([name, { imports }]) => [name, imports ?? []])))
  if (circles.length > 0)
    throw new Error(`Files import each other: ${circles.map(names => names.join(', ')).join('; ')}`)
}

if (import.meta.main) {
  const rows = (await measureScreens()).map(({ name, area, kilobytes, budget }) => ({
    area,
    opens: name,
    kB: Number(kilobytes.toFixed(1)),
    budget,
    within: kilobytes <= budget ? 'yes' : 'NO',
  }))
  console.table(rows)
  if (rows.some(row => row.within === 'NO')) process.exitCode = 1
}
