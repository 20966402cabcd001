/**
 * A notice that comes while tend is closed: the browser's own push handler shows it, keeps it, and it is read without
 * signal.
 */
import { desktop, expect, expectAccessible, isInstalled, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

const notice = {
  ...{ id: 'a-notice', text: 'Anna gave you a task: Look at the ewe', href: '/tasks', company: 'Greenfield' },
  ...{ lang: 'en', at: '2026-11-23T06:00:00.000Z', is_urgent: true },
}

test('a pushed notice is shown, read without signal, and gone with the session', async ({ signIn }) => {
  // The sign-out may overtake a form that is just being kept for later.
  const hand = await signIn('worker@greenfield.example', { ...phone, complaint: /status of 401/ })
  await isInstalled(hand)
  const context = hand.context()
  const { origin } = new URL(hand.url())
  const devtools = await context.newCDPSession(hand)
  const registered = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (ours) resolve(ours.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const worker = context.serviceWorkers().find(one => one.url().startsWith(origin))
  if (!worker) throw new Error('There is no service worker.')
  // A browser without a screen gives nobody the permission to show something: what it would show is noted instead.
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown: object[] = []
    registration.showNotification = async (title, options) => void shown.push({ title, ...options })
    Object.assign(self, { shown })
  })
  const shown = () => worker.evaluate(() => (self as unknown as { shown: object[] }).shown)
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(notice) })
  await expect.poll(shown).toMatchObject([{ title: notice.company, body: notice.text, data: '/tasks', dir: 'ltr' }])

  await context.setOffline(true)
  await hand.goto('/notifications')
  await expect(hand.getByText('This device received these notifications.')).toBeVisible()
  await expect(hand.getByRole('link', { name: notice.text })).toBeVisible()
  await expectAccessible(hand)
  await context.setOffline(false)
  const isKept = () => hand.evaluate(() => caches.has('tend-pushes'))
  // What came with the connection may still turn the page over.
  await expect(async () => expect(await isKept()).toBe(true)).toPass({ timeout: 20_000 })
  await hand.getByRole('button', { name: /^Your account/ }).click()
  await hand.getByRole('menuitem', { name: 'Sign out' }).click()
  // Signing out leads to the entrance, in the middle of a question.
  await expect(async () => expect(await isKept()).toBe(false)).toPass({ timeout: 20_000 })
})

test('the settings say what push is, and offer it', async ({ signIn }) => {
  const boss = await signIn('manager@greenfield.example', desktop)
  await isInstalled(boss)
  await boss.goto('/notifications')
  await boss.getByRole('button', { name: 'Notification settings' }).click()
  const sheet = boss.getByRole('dialog', { name: 'Notification settings' })
  const here = sheet.getByRole('switch', { name: 'Notify me on this device when tend is closed' })
  await expect(here).toBeEnabled()
  await expect(here).not.toBeChecked()
  await expect(sheet.getByText('the service cannot read them')).toBeVisible()
  await expectAccessible(boss)
})
