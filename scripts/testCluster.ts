/**
 * `npm run test:cluster`: two and four tends behind HAProxy, and the database moving between two machines under Patroni
 * while people work. Says what it needs of Debian's packages, and what it skipped without them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { missingPackages } from '../server/test/cluster/programs.ts'

const needed = {
  'several tends behind HAProxy': missingPackages('haproxy'),
  'the database moves to another machine': missingPackages('haproxy', 'patroni', 'etcd-server', 'postgresql'),
}
const run = spawn('vitest', ['run', '--project=cluster', ...process.argv.slice(2)], { stdio: 'inherit' })
const [code] = await once(run, 'exit')
process.exitCode = code ?? 1
for (const [what, missing] of Object.entries(needed))
  if (missing.length > 0) console.log(`Skipped: ${what} (apt install ${missing.join(' ')})`)
