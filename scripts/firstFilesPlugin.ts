/**
 * Writes into the page which files the addresses need that people wait for with a form in their hands, so that the browser fetches them while
 * it still reads the first ones (public/theme.js). Without it each would be found in the one before it. Browsers that know the sign translate
 * these files whole, beside the page's thread, which otherwise translates two thousand functions one by one as they are called.
 */
import type { Plugin } from 'vite'
import { fetchedAhead } from './areas.ts'
import { behindDoor } from './doorsPlugin.ts'

type Bundle = Record<string, Chunk | { type: 'asset' }>
type Chunk = {
  type: 'chunk'
  fileName: string
  code: string
  facadeModuleId: string | null
  imports: string[]
  moduleIds: string[]
  viteMetadata?: { importedCss: Set<string> }
}

const place = '<script type="application/json" id="first-files">{}</script>'

/** Says that all of a file is needed at once; it must be its first line. */
const sign = '//# allFunctionsCalledOnLoad\n'

export function firstFiles(): Plugin {
  return {
    name: 'tend-first-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const all = bundle as unknown as Bundle
        const roots = Object.values(fetchedAhead).flat()
        for (const name of closureOf(all, chunksOf(all, roots))) {
          const chunk = chunkOf(all, name)
          if (chunk) chunk.code = sign + chunk.code
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const files = Object.fromEntries(
          Object.entries(fetchedAhead).map(([area, roots]) => [
            area,
            filesOf(bundle as unknown as Bundle, roots, html),
          ]),
        )
        return html.replace(place, () => place.replace('{}', JSON.stringify(files)))
      },
    },
  }
}

/** All files that these modules are in and need, but for those that the page names itself. */
function filesOf(bundle: Bundle, roots: readonly string[], html: string): string[] {
  const found = new Set<string>()
  for (const name of closureOf(bundle, chunksOf(bundle, roots))) {
    if (!behindDoor(chunkOf(bundle, name)?.code ?? '', '')) found.add(name)
    for (const css of chunkOf(bundle, name)?.viteMetadata?.importedCss ?? []) found.add(css)
  }
  return [...found].map(name => `/${name}`).filter(path => !html.includes(path))
}

/** The files that these modules are in, and those by which they are asked for where that is another. */
function chunksOf(bundle: Bundle, roots: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  return roots.flatMap(root => {
    const isRoot = (id: string | null) => id?.endsWith(`/web/${root}`)
    const found = chunks.filter(({ moduleIds, facadeModuleId }) => isRoot(facadeModuleId) || moduleIds.some(isRoot))
    if (found.length === 0) throw new Error(`${root} is in no file`)
    return found.map(({ fileName }) => fileName)
  })
}

/** These files and all that they import. */
function closureOf(bundle: Bundle, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = chunkOf(bundle, name)
    if (found.has(name) || !chunk) continue
    found.add(name)
    waiting.push(...chunk.imports)
  }
  return found
}

function chunkOf(bundle: Bundle, name: string): Chunk | undefined {
  const file = bundle[name]
  return file?.type === 'chunk' ? file : undefined
}
