/**
 * `npm run dev`: the demo server, started again at every change, and the web app with hot reload on
 * http://127.0.0.1:5173.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const watched = ['server', 'shared'].map(folder => `--watch-path=${folder}`)
const server = spawn(process.execPath, [...watched, 'server/main.ts', '--demo'], { cwd: root, stdio: 'inherit' })

const web = await createServer({ configFile: `${root}vite.config.ts` })
await web.listen()
web.printUrls()

async function stop() {
  server.kill('SIGTERM')
  await web.close()
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
server.once('exit', () => web.close())
