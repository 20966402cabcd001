/**
 * A module that is fetched when it is wanted and lies in a piece with others (areaChunks.ts) gets a file of its own that says nothing but which
 * names of the piece are its: sixteen of them on a signed-in screen, each a request. Whoever fetches one takes its names from the piece instead.
 * The small files stay, by which a module is found in the manifest.
 */
import type { Plugin } from 'vite'

type Bundle = Record<string, { type: 'asset' } | { type: 'chunk'; fileName: string; code: string }>

/** What a file says that only hands on names of another; the first line may be the sign of firstFilesPlugin.ts. */
const door = /^(?:\/\/#[^\n]*\n)?export\{([^}]*)\}from"\.\/([^"]+)";\n?$/

/** So many names are written where a module is fetched; more would weigh more than the request. */
const maxNames = 4

/** The piece behind a file that only hands on a few names of it, and those names as properties of an object; nothing where it does more. */
export function behindDoor(code: string, piece: string): { file: string; names: string } | undefined {
  const [, names, file] = door.exec(code) ?? []
  if (names === undefined || file === undefined) return undefined
  const each = names.split(',')
  if (each.length > maxNames) return undefined
  const named = each.map(name => {
    const [inside = '', outside = inside] = name.split(' as ')
    return `${outside}:${piece}.${inside}`
  })
  return { file, names: named.join() }
}

export function doors(): Plugin {
  return {
    name: 'tend-doors',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle as unknown as Bundle).filter(file => file.type === 'chunk')
        const found = new Map(
          chunks.flatMap(({ fileName, code }) => {
            const behind = behindDoor(code, 'p')
            return behind ? [[fileName.slice('assets/'.length), behind] as const] : []
          }),
        )
        for (const chunk of chunks)
          chunk.code = chunk.code
            .replace(/import\(`\.\/([^`]+)`\)/g, (call, file: string) => {
              const behind = found.get(file)
              return behind ? `import(\`./${behind.file}\`).then(p=>({${behind.names}}))` : call
            })
            // What is fetched together with it.
            .replace(/"assets\/([^"]+\.js)"/g, (path, file: string) => {
              const behind = found.get(file)
              return behind ? `"assets/${behind.file}"` : path
            })
      },
    },
  }
}
