/**
 * `virtual:endpoints` is what the browser's client (`web/api.ts`) needs of the contracts: method, path and a few flags
 * of each call, without the zod schemas beside them, which would be most of the first load. It is read from
 * `shared/contracts.ts` when the app is built, and again after a change there while it is being worked on.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin, ViteDevServer } from 'vite'
import type { Contract } from '#shared/lib/contract.ts'

const source = new URL('../shared/contracts.ts', import.meta.url)
const name = 'virtual:endpoints'
const id = `\0${name}`

/** The Vite plugin that answers imports of `virtual:endpoints`. */
export function endpoints(): Plugin {
  let server: ViteDevServer | undefined
  return {
    name: 'tend-endpoints',
    configureServer(running) {
      server = running
      running.watcher.on('change', path => {
        const module = running.moduleGraph.getModuleById(id)
        if (module && path.includes('/shared/')) running.moduleGraph.invalidateModule(module)
      })
    },
    resolveId: wanted => (wanted.startsWith(name) ? `\0${wanted}` : undefined),
    async load(wanted) {
      if (!wanted.startsWith(id)) return
      const { contracts, rarelyCalled } = server
        ? await server.ssrLoadModule(fileURLToPath(source))
        : await import(source.href)
      // `virtual:endpoints/keys+legal` is the table of these alone.
      const named = wanted.split('/')[1]?.split('+')
      const of = Object.entries(contracts as Record<string, Contract>).filter(([feature]) =>
        named ? named.includes(feature) : !rarelyCalled.includes(feature),
      )
      return `export default ${JSON.stringify(mapValues(Object.fromEntries(of), routesOf))}`
    },
  }
}

/**
 * Method, path and flags of each call; of reading calls also the permission, so that the browser makes none in vain.
 * The method is written after the path, and GET not at all, because every browser loads this table. What many calls
 * have alike comes before what each has alone: so the table packs smaller.
 */
const routesOf = (calls: Contract) =>
  mapValues(calls, ({ method, path, access, status, multipart, copied, bySite, failure, returns }) => ({
    ...('paged' in returns && { paged: true }),
    ...(status === 201 && { creates: true }),
    // Calls that take JSON too get JSON from the app, which sends files on their own.
    ...(multipart && multipart !== 'attachments' && { multipart: true }),
    ...('raw' in returns && { raw: true }),
    ...(copied && { copied }),
    ...(bySite && { bySite }),
    ...(failure && { failure }),
    ...(method === 'GET' && Array.isArray(access) && { access }),
    path: method === 'GET' ? path : `${path} ${method}`,
  }))

const mapValues = <In, Out>(record: Record<string, In>, map: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
