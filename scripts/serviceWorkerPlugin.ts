/**
 * Builds `web/serviceWorker.ts` to /service-worker.js, with the list of all files that were built, and packs of them.
 * workbox and vite-plugin-pwa would bring some hundred packages for these lines
 * (docs/decisions/0004-offline-app-shell.md).
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'
import { serverPaths } from '#shared/lib/contract.ts'
import { keptPushes } from '#shared/notifications/rules.ts'
import type { Built, Pack } from '#web/serviceWorkerScope.ts'

const source = fileURLToPath(new URL('../web/serviceWorker.ts', import.meta.url))

export function serviceWorker(): Plugin {
  return {
    name: 'tend-service-worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (!dir) throw new Error('The build has no folder.')
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { target: 'es2022' })
        writeFileSync(join(dir, 'service-worker.js'), `const built = ${JSON.stringify(describe(dir))}\n${code}`)
      },
    },
  }
}

/**
 * A pack is small enough to arrive whole where the signal is weak, and large enough that its way counts for nothing.
 */
const bytesOfPack = 500_000

/**
 * All files but fonts, which are kept when they are used (nobody needs those of all scripts), and sounds, which come
 * with news.
 */
function describe(dir: string): Built {
  const paths = globSync('**/*', { cwd: dir, withFileTypes: true })
    .filter(entry => entry.isFile() && !/^\.|\.(woff2|wav)$|^service-worker\.js$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(dir.length).replaceAll('\\', '/'))
    .filter(path => !path.startsWith('/.'))
    .sort()
  // Scripts and styles are many and small. Files outside /assets/ keep their names in every version and have their own
  // headers.
  const isPacked = (path: string) => /^\/assets\/.+\.(js|css)$/.test(path)
  const packs = packed(dir, paths.filter(isPacked))
  const alone = hashes(
    dir,
    paths.filter(path => !isPacked(path)),
  )
  const version = sha256(JSON.stringify([packs, alone]))
  return { version, packs, alone, serverPaths: serverPaths.source, pushes: keptPushes }
}

/** Writes the packs beside the files that are in them, which pages fetch by themselves. */
function packed(dir: string, paths: string[]): Pack[] {
  const groups: string[][] = []
  let bytes = bytesOfPack
  for (const path of paths) {
    if (bytes >= bytesOfPack) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(path)
    bytes += statSync(dir + path).size
  }
  return groups.map(group => {
    const content = JSON.stringify(Object.fromEntries(group.map(path => [path, readFileSync(dir + path, 'utf8')])))
    const hash = sha256(content)
    const path = `/assets/pack-${hash.replace(/\W/g, '').slice(0, 8)}.json`
    writeFileSync(dir + path, content)
    return { path, integrity: `sha256-${hash}`, files: hashes(dir, group) }
  })
}

const hashes = (dir: string, paths: string[]) =>
  Object.fromEntries(paths.map(path => [path, `sha256-${sha256(readFileSync(dir + path))}`]))

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('base64')
