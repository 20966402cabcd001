/**
 * The browser's client needs the method and path of each call, not the zod schemas beside them. This plugin gives it
 * `virtual:endpoints`, read from the contracts when the web app is built, which keeps zod and every noun's schemas out of the shell.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'
import type { Contract } from '#shared/lib/contract.ts'

const id = 'virtual:endpoints'
const resolvedId = `\0${id}`
const source = new URL('../shared/contracts.ts', import.meta.url)

export function endpoints(): Plugin {
  let server: ViteDevServer | undefined
  return {
    name: 'tend-endpoints',
    configureServer(running) {
      server = running
      running.watcher.on('change', path => {
        const module = /\/shared\/.*contract/.test(path) && running.moduleGraph.getModuleById(resolvedId)
        if (module) running.moduleGraph.invalidateModule(module)
      })
    },
    resolveId: name => (name === id ? resolvedId : undefined),
    async load(name) {
      if (name !== resolvedId) return
      const { contracts } = server ? await server.ssrLoadModule(fileURLToPath(source)) : await import(source.href)
      return `export default ${JSON.stringify(routesOf(contracts))}`
    },
  }
}

/** Method, path and flags of each call, by noun. */
function routesOf(contracts: Record<string, Contract>) {
  return mapValues(contracts, calls =>
    mapValues(calls, ({ method, path, status, multipart, copied, returns }) => ({
      method,
      path,
      ...(status === 201 && { creates: true }),
      ...(multipart && { multipart: true }),
      ...(copied && { copied }),
      ...('paged' in returns && { paged: true }),
      ...('raw' in returns && { raw: true }),
    })),
  )
}

const mapValues = <In, Out>(record: Record<string, In>, map: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
