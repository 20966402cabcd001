/** The connection's two states, in the specification's words (section 3) and in those of the other four languages. */
import { afterEach, expect, test, vi } from 'vitest'
import { show } from '../../lib/componentTest.tsx'
import { changeLocale } from '../../lib/i18n.ts'
import { Connection } from './ThreadPane.tsx'

const now = vi.hoisted(() => ({ state: 'connecting', watchers: new Set<() => void>() }))

vi.mock('../../realtime.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  const watch = (watcher: () => void) => {
    now.watchers.add(watcher)
    return () => now.watchers.delete(watcher)
  }
  return { useRealtimeState: () => useSyncExternalStore(watch, () => now.state) }
})

function become(state: 'connecting' | 'connected' | 'lost') {
  now.state = state
  for (const watcher of now.watchers) watcher()
}

const said = () => document.querySelector('[role="status"]')?.textContent ?? ''
const width = () => document.querySelector('[role="status"]')?.getBoundingClientRect().width ?? 0

afterEach(async () => {
  become('connecting')
  await changeLocale('en')
})

test.each([
  ['en', 'Connected to messaging', 'Connection lost. Trying to reconnect...'],
  ['hu', 'Kapcsolódva az üzenetekhez', 'A kapcsolat megszakadt. Újrakapcsolódás…'],
  ['de', 'Verbindung zu den Nachrichten steht', 'Verbindung verloren. Wird neu verbunden …'],
  ['fr', 'Connecté à la messagerie', 'Connexion perdue. Reconnexion en cours…'],
  ['ar', 'متصل بالمراسلة', 'انقطع الاتصال. جارٍ إعادة الاتصال…'],
] as const)(
  'in %s a conversation says when its connection is lost, and tells a screen reader that it is back',
  async (locale, connected, lost) => {
    await show(<Connection />)
    await changeLocale(locale)
    expect(said()).toBe('')
    become('lost')
    await expect.poll(said).toBe(lost)
    expect(width()).toBeGreaterThan(100)
    become('connected')
    await expect.poll(said).toBe(connected)
    // Heard and not seen: what is as it should be takes no room.
    expect(width()).toBeLessThan(2)
  },
)
