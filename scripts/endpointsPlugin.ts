/**
 * The browser's client needs the method and path of each call, not the zod schemas beside them. This plugin gives it
 * `virtual:endpoints/<feature>`, read from the contracts when the web app is built, which keeps zod and every feature's schemas out of the shell;
 * `virtual:endpoints/<feature>/<call>` is one call, where the shell needs no other.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'
import type { Contract } from '#shared/lib/contract.ts'

const prefix = 'virtual:endpoints/'
const source = new URL('../shared/contracts.ts', import.meta.url)

export function endpoints(): Plugin {
  let server: ViteDevServer | undefined
  return {
    name: 'tend-endpoints',
    configureServer(running) {
      server = running
      running.watcher.on('change', path => {
        if (!path.includes('/shared/')) return
        for (const [id, module] of running.moduleGraph.idToModuleMap)
          if (id.startsWith(`\0${prefix}`)) running.moduleGraph.invalidateModule(module)
      })
    },
    resolveId: name => (name.startsWith(prefix) ? `\0${name}` : undefined),
    async load(name) {
      if (!name.startsWith(`\0${prefix}`)) return
      const [feature = '', only] = name.slice(prefix.length + 1).split('/')
      const { contracts } = server ? await server.ssrLoadModule(fileURLToPath(source)) : await import(source.href)
      const calls = (contracts as Record<string, Contract>)[feature]
      if (!calls) throw new Error(`There is no contract named ${feature}`)
      const call = only === undefined ? undefined : calls[only]
      if (only !== undefined && !call) throw new Error(`There is no call ${only} in ${feature}`)
      return `export default ${JSON.stringify(routesOf(call ? { [String(only)]: call } : calls))}`
    },
  }
}

/** Method, path and flags of each call; of reading calls also who may ask, so that the browser asks nothing in vain. */
const routesOf = (calls: Contract) =>
  mapValues(calls, ({ method, path, access, status, multipart, copied, returns }) => ({
    method,
    path,
    ...(method === 'GET' && Array.isArray(access) && { access }),
    ...(status === 201 && { creates: true }),
    // What takes JSON too gets JSON from the app, which sends files by themselves.
    ...(multipart && multipart !== 'attachments' && { multipart: true }),
    ...(copied && { copied }),
    ...('paged' in returns && { paged: true }),
    ...('raw' in returns && { raw: true }),
  }))

const mapValues = <In, Out>(record: Record<string, In>, map: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
