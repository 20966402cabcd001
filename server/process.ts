/** One of several processes of a tend (`PROCESSES`): run by the first one, and by nobody else. */
import { resolveFromKnowledge } from './lib/knownModules.ts'

resolveFromKnowledge()
const { readConfig, versionOf } = await import('./lib/config/config.ts')
const { serveAsProcess } = await import('./lib/processes/processes.ts')
const { worksJobs } = await import('./lib/processes/processes.ts')
const { startTend } = await import('./start.ts')
const { openTend } = await import('./bootstrap.ts')

const config = readConfig(process.env, { demo: process.argv.includes('--demo'), version: versionOf() })
serveAsProcess(async task => {
  const tend = await startTend(config, task.ownerUrl, { worksJobs: worksJobs(task) })
  const address = await openTend(tend, config, task.isFirst, line => console.log(line))
  return { address, stop: tend.stop, leave: tend.leave }
})
