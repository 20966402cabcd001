/**
 * Builds `web/serviceWorker.ts` to /service-worker.js, with the list of all files that were built. workbox and vite-plugin-pwa would
 * bring some hundred packages for these lines (docs/decisions/0004-offline.md).
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'
import { serverPaths } from '#shared/lib/serverPaths.ts'
import { keptPushes } from '#shared/notices/pushed.ts'
import type { Built } from '#web/serviceWorkerScope.ts'

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

/** All files but fonts, which are kept when they are used (nobody needs those of all scripts), and sounds, which come with news. */
function describe(dir: string): Built {
  const paths = globSync('**/*', { cwd: dir, withFileTypes: true })
    .filter(entry => entry.isFile() && !/^\.|\.(woff2|wav)$|^service-worker\.js$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(dir.length).replaceAll('\\', '/'))
    .filter(path => !path.startsWith('/.'))
  const files = Object.fromEntries(paths.sort().map(path => [path, `sha256-${sha256(readFileSync(dir + path))}`]))
  return { version: sha256(JSON.stringify(files)), files, serverPaths: serverPaths.source, pushes: keptPushes }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('base64')
