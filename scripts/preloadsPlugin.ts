/**
 * Leaves out of what is fetched with a late part what the asking file has loaded itself: without it each late import of
 * the app names the first files again, and those lists are several kilobytes of every entrance.
 */
import type { Plugin } from 'vite'

type Chunks = Record<string, { imports?: string[] }>

export function preloads(): Plugin {
  let chunks: Chunks = {}
  const known = new Map<string, Set<string>>()
  const loadedWith = (file: string) => known.get(file) ?? known.set(file, closureOf(chunks, file)).get(file)
  return {
    name: 'tend-preloads',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, files, { hostId, hostType }) =>
            hostType === 'html' ? files : files.filter(file => !loadedWith(hostId)?.has(file)),
        },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        chunks = bundle as Chunks
        known.clear()
      },
    },
  }
}

/** A file and all that it imports, one through the other. */
function closureOf(chunks: Chunks, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const imported of chunks[file]?.imports ?? []) closureOf(chunks, imported, found)
  return found
}
