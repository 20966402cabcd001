/**
 * The server as it runs in production: few files of JavaScript with their source maps, the packages among them, because
 * Node takes most of a start to find and read thousands. Native packages, and those that look for files of their own,
 * stay where npm put them, and are all that the package of tend depends on. Templates, texts and migrations are read
 * beside their sources.
 */
import { globSync } from 'node:fs'
import { dirname, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { bundledPackages } from './scripts/bundledPackagesPlugin.ts'

const root = normalizePath(fileURLToPath(new URL('.', import.meta.url)))
const stayPackages = ['sharp', '@node-rs/argon2', '@myriaddreamin/typst-ts-node-compiler', 'piscina', 'vite']

/** What runs in a process or a thread of its own begins with a file of its own. */
const entries = [
  'server/main.ts',
  'server/cli.ts',
  'server/process.ts',
  ...globSync('server/**/*{Thread,Process}.ts', { cwd: root, exclude: ['server/{dist,test}/**'] }),
].map(normalizePath)

const entryName = (path: string) => path.replace(/^server\/(.+)\.ts$/, '$1').replaceAll('/', '-')

const startedFile = /new URL\('\.\/(\w*(?:Thread|[pP]rocess))\.ts', import\.meta\.url\)/g

/**
 * A source of ours whose mentions of its own place still lead where they did: to another entry of the bundle, or to the
 * files beside the source. `path` is from the root, and the bundle lies in `server/dist/<hash>`.
 */
export function withPlaces(code: string, path: string): string {
  const source = relative('server/dist/hash', path)
  const [url, ...others] = code
    .replace(startedFile, (_, name) => `new URL('./${entryName(`${dirname(path)}/${name}.ts`)}.js', \0)`)
    .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(source)}')`)
    // Files that run from their source are called by themselves.
    .replaceAll('import.meta.main', 'false')
    .split('import.meta.url')
  return [url, ...others].join(`new URL('${source}', import.meta.url).href`).replaceAll('\0', 'import.meta.url')
}

const places: Plugin = {
  name: 'tend-places',
  enforce: 'pre',
  transform(code, id) {
    const path = relative(root, normalizePath(id))
    const isOurs = /^(server|shared|scripts)\//.test(path)
    // Lines stay where they are, so the source map holds.
    return isOurs && code.includes('import.meta.') ? { code: withPlaces(code, path), map: null } : null
  },
}

/** Escapes letters beyond Latin-1, for one of which V8 would hold a whole file in two bytes a letter. */
const latin: Plugin = {
  name: 'tend-latin',
  // Last, because Vite prints the code again. Lines stay where they are, so the source map holds.
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = withEscapes(file.code)
  },
}

/** Code in which letters beyond Latin-1 are escapes of the same meaning. */
export const withEscapes = (code: string): string =>
  code.replace(/(\\*)([^\0-\xff])/g, (_, backslashes: string, letter: string) => {
    const others = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1)
    return `${others}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

export default defineConfig({
  root,
  plugins: [places, latin, bundledPackages()],
  ssr: { noExternal: true, external: stayPackages },
  build: {
    ssr: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map(path => [entryName(path), root + path])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
