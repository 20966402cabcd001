/**
 * Writes into the page which files the addresses need that people wait for with a form in their hands, so that the browser fetches them while
 * it still reads the first ones (public/theme.js). Without it each would be found in the one before it.
 */
import type { Plugin } from 'vite'
import { fetchedAhead } from './areas.ts'

type Bundle = Record<string, Chunk | { type: 'asset' }>
type Chunk = {
  type: 'chunk'
  fileName: string
  imports: string[]
  moduleIds: string[]
  viteMetadata?: { importedCss: Set<string> }
}

const place = '<script type="application/json" id="first-files">{}</script>'

export function firstFiles(): Plugin {
  return {
    name: 'tend-first-files',
    apply: 'build',
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
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const waiting = roots.map(root => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/web/${root}`)))
    if (!chunk) throw new Error(`${root} is in no file`)
    return chunk.fileName
  })
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    waiting.push(...chunk.imports)
  }
  return [...found].map(name => `/${name}`).filter(path => !html.includes(path))
}
