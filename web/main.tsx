/**
 * Two apps share one page: the entrance (sign-in, registration, public forms) without router, queries and schemas, and
 * the app behind it. The entrance fetches the app while the person types, and continues in it without a reload.
 */
import './theme/startStyles.ts'
import { createRoot } from 'react-dom/client'
import { findEncryptionKey } from './lib/encryption/deviceKey.ts'
import { startTexts } from './lib/i18n.ts'
import { applyLocale, currentLocale } from './lib/locale.ts'
import { abortTransactionsAtRest } from './lib/offline/recovery/pageAtRest.ts'
import { registerServiceWorker } from './lib/serviceWorker.ts'
import { entranceAddress, isEntrance } from './lib/session/entrance.ts'
import { currentUser, startSession } from './lib/session/session.ts'
import { beginSessionBy, onSessionEnded } from './lib/session/token.ts'
import { Entrance } from './shell/Entrance.tsx'
import { Page } from './theme/Page.tsx'
import { lazyPart } from './ui/lazyPart.tsx'

/** It first asks two seconds after the screen. A page without it works on; the next visit asks. */
const VersionNotice = lazyPart(() =>
  import('./shell/VersionNotice.tsx').then(
    part => part.VersionNotice,
    () => () => null,
  ),
)

// The content security policy forbids eval, and reports even zod's question whether it may; schemas come with the app,
// after this.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

abortTransactionsAtRest()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const root = createRoot(container)

const app = () => import('./App.tsx')

async function showApp() {
  const { App, findScreen } = await app()
  await Promise.all([findScreen(), texts])
  root.render(
    <Page>
      <App />
      <VersionNotice />
    </Page>,
  )
  registerServiceWorker()
}

// The way back is kept in the address, and what people typed in its drafts: nobody loses work to an ended session.
onSessionEnded(() => {
  if (!isEntrance()) location.assign(entranceAddress())
})

beginSessionBy(async () => (await import('./lib/session/beginAfterOffline.ts')).beginAfterOffline())

applyLocale(currentLocale())
const isWithin = !isEntrance()
// Read together with session and texts: people open a form in front of the animal.
if (isWithin) app().catch(() => undefined)
if (isWithin && location.pathname.startsWith('/submission/filling/'))
  import('./filling/draft/FillingPage.tsx').catch(() => undefined)
const texts = startTexts(isWithin ? 'all' : 'start')
await startSession()
const user = currentUser()
// What is kept here opens with it: it is looked up while the code for that is on its way.
if (isWithin && user) findEncryptionKey(user.id).catch(() => undefined)

if (isEntrance()) {
  await texts
  root.render(
    <Page>
      <Entrance onSignedIn={showApp} />
      <VersionNotice />
    </Page>,
  )
} else {
  await showApp()
}
