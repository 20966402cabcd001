/** Loads what a start loads, and tells of it: one line of JSON. */
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  },
})
const { readConfig } = await import('../lib/config/config.ts')
await import('../start.ts')
await import('../seeds/demo/seed.ts')
const { createServer } = await import('../lib/http/server.ts')
const { createMailer } = await import('../lib/mail/mailer.ts')
await createServer(readConfig({}, { demo: true, version: '0' })).ready()
createMailer({ smtpUrl: 'smtp://localhost', from: 'tend', folder: '.' }).close()
console.log(JSON.stringify({ loaded }))
