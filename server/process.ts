/** One of several processes of a tend (`PROCESSES`): run by the first one, and by nobody else. */
import { bootstrap } from './bootstrap.ts'
import { readConfig, versionOf, wantsDemo } from './lib/config/config.ts'
import { askToRestore, serveAsProcess, worksJobs } from './lib/processes/processes.ts'
import { startTend } from './start.ts'

const config = readConfig(process.env, { demo: wantsDemo(), version: versionOf() })
serveAsProcess(async task => {
  const tend = await startTend(config, task.ownerUrl, { worksJobs: worksJobs(task), restore: askToRestore })
  const address = await bootstrap(tend, config, task.isFirst, line => console.log(line))
  return { address, stop: tend.stop, leave: tend.leave }
})
