/**
 * A plugin of the component tests' server: a browser that has read a module does not ask for it again with each test
 * file.
 */
import type { Plugin } from 'vite'

/** Longer than any run. */
const keptFor = 'max-age=3600'

/**
 * Three of four requests were for modules that had not changed. While somebody watches they do change, and are asked
 * for as ever.
 */
export const keptModules = (): Plugin => ({
  name: 'tend-kept-modules',
  configureServer({ config, middlewares }) {
    if (config.server.watch !== null) return
    middlewares.use((_request, response, next) => {
      const set = response.setHeader.bind(response)
      response.setHeader = (name, value) => set(name, value === 'no-cache' ? keptFor : value)
      next()
    })
  },
})
