/**
 * Finds modules without asking the disk what is known already. To resolve one import, Node reads the package.json that it belongs to, and parses
 * it anew each time: that of the query builder has 179 kB, and it is imported from by hundreds of files. Half of the start went into that.
 *
 * What this server's own files name is where they say. What a package names is asked of Node once for each name and package.
 */
import { type ResolveFnOutput, registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href
const folder = '/node_modules/'

/** Files of packages that end in .js and are modules, so that what they name with that ending is one too. */
const modules = new Set<string>()
const found = new Map<string, ResolveFnOutput>()

/** From here on, imports are found so; whoever calls it is the first of all files. */
export function resolveFromKnowledge(): void {
  registerHooks({
    resolve(specifier, context, ask) {
      const { parentURL: parent, conditions } = context
      if (!parent || !conditions.includes('import')) return ask(specifier, context)
      const own = ownFile(specifier, parent)
      if (own) return { url: own, format: 'module-typescript', shortCircuit: true }
      if (specifier.startsWith('.')) {
        if (!modules.has(parent) || !specifier.endsWith('.js')) return ask(specifier, context)
        const { href: url } = new URL(specifier, parent)
        modules.add(url)
        return { url, format: 'module', shortCircuit: true }
      }
      const name = `${specifier} ${packageOf(parent)}`
      const known = found.get(name) ?? ask(specifier, context)
      found.set(name, known)
      if (known.format === 'module' && known.url.endsWith('.js')) modules.add(known.url)
      return { ...known, shortCircuit: true }
    },
  })
}

/** Where a TypeScript file of this project is; nothing else here ends so. */
function ownFile(specifier: string, parent: string): string | undefined {
  if (!specifier.endsWith('.ts') || parent.includes(folder)) return undefined
  if (specifier.startsWith('#')) return root + specifier.slice(1)
  return specifier.startsWith('.') ? new URL(specifier, parent).href : undefined
}

/** The folder of the package that a file belongs to; none for this project's own, which all see the same packages. */
function packageOf(file: string): string {
  const at = file.lastIndexOf(folder)
  if (at < 0) return ''
  const [scope = '', name] = file.slice(at + folder.length).split('/')
  return file.slice(0, at + folder.length) + (scope.startsWith('@') ? `${scope}/${name}` : scope)
}
