/**
 * How much JavaScript a browser loads for a screen, gzipped, against the budgets of the design. Read from Vite's manifest: the modules
 * of the screen and all that they import statically. Exits with 1 when a budget is exceeded.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { buildWebIfStale } from './build.ts'

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))
const entry = 'index.html'
const shell = [entry, 'App.tsx', 'shell/Shell.tsx']
const tableScreen = 'locations/LocationsPage.tsx'

type Screen = { name: string; modules: string[]; kilobytes: number }

/** What stands before the app, which loads neither its shell nor its router. */
const beforeTheApp = /^(auth|filling\/visitor)\//

/**
 * The entrance and its pages, the shell with a table, and every other screen, which may add 90 KB to that. A public form is one of the
 * entrance's pages until it is opened; filling it in needs the engine, and the database that keeps what is typed.
 */
function screensOf(manifest: Manifest): Screen[] {
  const others = Object.keys(manifest).filter(module => /Page\.tsx$/.test(module) && module !== tableScreen)
  return [
    { name: 'sign-in', modules: [entry], kilobytes: 140 },
    {
      name: 'public form, filled in',
      modules: [entry, 'filling/visitor/PublicFormPage.tsx', 'filling/visitor/Filling.tsx'],
      kilobytes: 140 + 90,
    },
    { name: 'shell with a table', modules: [...shell, tableScreen], kilobytes: 235 },
    ...others.map(module =>
      beforeTheApp.test(module)
        ? { name: module, modules: [entry, module], kilobytes: 140 }
        : { name: module, modules: [...shell, module], kilobytes: 235 + 90 },
    ),
  ]
}

/** The files that a browser loads for these modules. */
function filesOf(manifest: Manifest, modules: string[], found = new Set<string>()): Set<string> {
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

export type ScreenSize = { name: string; kilobytes: number; budget: number }

/** What every screen loads, from a build that is what the sources say. */
export async function measureScreens(): Promise<ScreenSize[]> {
  await buildWebIfStale(console.log)
  const manifest: Manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
  return screensOf(manifest).map(({ name, modules, kilobytes }) => {
    const scripts = [...filesOf(manifest, modules)].filter(file => file.endsWith('.js'))
    return { name, kilobytes: scripts.reduce((total, file) => total + gzipSize(file), 0) / 1000, budget: kilobytes }
  })
}

if (import.meta.main) {
  const rows = (await measureScreens()).map(({ name, kilobytes, budget }) => ({
    screen: name,
    kB: Number(kilobytes.toFixed(1)),
    budget,
    within: kilobytes <= budget ? 'yes' : 'NO',
  }))
  console.table(rows)
  if (rows.some(row => row.within === 'NO')) process.exitCode = 1
}
