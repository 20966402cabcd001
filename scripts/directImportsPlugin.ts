/**
 * Imports of packages whose index names hundreds of modules are led to the modules themselves, so that the graph of the
 * build says what each page needs (`chunks.ts`), and the build reads a tenth of the files.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const packages = ['@mantine/core', '@mantine/hooks', '@mantine/dates', '@tabler/icons-react']
const importsOf = /import\s*\{([^}]+)\}\s*from\s*["'](@mantine\/(?:core|hooks|dates)|@tabler\/icons-react)["']/g
const reexports = /(?:import|export) \{([^}]*)\} from ["'](\.[^"']+)["']/g

type Found = { name: string; file: string }

export function directImports(): Plugin {
  const indexes = new Map(packages.map(name => [name, indexOf(name)]))
  return {
    name: 'tend-direct-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { code: /@mantine\/|@tabler\// },
      handler: code => ({
        code: code.replace(importsOf, (_, names: string, from: string) =>
          pairsOf(names)
            .filter(([name]) => !name.startsWith('type '))
            .map(([name, local]) => {
              const found = indexes.get(from)?.get(name) ?? { name, file: from }
              return `import { ${found.name} as ${local} } from ${JSON.stringify(found.file)}`
            })
            .join(';'),
        ),
        map: null,
      }),
    },
  }
}

/** The module of each name that a package exports, and its name there. */
function indexOf(name: string): Map<string, Found> {
  const folder = fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url))
  const index = join(folder, JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).module)
  const found = [...readFileSync(index, 'utf8').matchAll(reexports)]
  return new Map(
    found.flatMap(([, names = '', path = '']) =>
      pairsOf(names).map(([name, local]): [string, Found] => [local, { name, file: join(dirname(index), path) }]),
    ),
  )
}

/** `a, b as c` as pairs of the name in the module and the local one. */
const pairsOf = (names: string): [string, string][] =>
  names
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
    .map(name => {
      const [from = '', to = from] = name.split(/\s+as\s+/)
      return [from, to]
    })
