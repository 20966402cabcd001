/** What floats above every screen and is fetched when it is first wanted: the palette, the settings, the password. */
import { useEffect, useState } from 'react'
import { onReauthentication } from '../lib/client.ts'
import { Listeners } from '../lib/listeners.ts'
import { lazyPart } from '../ui/lazyPart.tsx'

const Palette = lazyPart(() => import('./Palette.tsx').then(part => part.Palette))
const paletteWishes = new Listeners()

type Wish = { for: 'find' | 'help' }
let wished: Wish | undefined

function wishFor(wish: Wish['for']): void {
  wished = { for: wish }
  paletteWishes.notify()
}

/** Opens the palette from a button. */
export const openPalette = () => wishFor('find')
/** Opens the help. */
export const openHelp = () => wishFor('help')

function hear(event: KeyboardEvent): void {
  const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]')
  if (event.key === '?' && !isTyping) openHelp()
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
  event.preventDefault()
  openPalette()
}

/** Ctrl+K, and "?" for help: their code is fetched when it is wanted for the first time. */
export function PaletteHost() {
  const [wish, setWish] = useState<Wish>()
  useEffect(() => {
    const stop = paletteWishes.subscribe(() => setWish(wished))
    document.documentElement.addEventListener('keydown', hear)
    return () => {
      stop()
      document.documentElement.removeEventListener('keydown', hear)
    }
  }, [])
  return wish && <Palette wish={wish} />
}

const SettingsDrawer = lazyPart(() => import('./settings/SettingsDrawer.tsx').then(part => part.SettingsDrawer))
const settingsWishes = new Listeners()

/** Opens the settings of the display from anywhere in the shell. */
export const openSettings = settingsWishes.notify

/** The settings drawer's code is fetched when it is wanted for the first time. */
export function SettingsHost() {
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  useEffect(() => settingsWishes.subscribe(() => setDrawer('open')), [])
  return drawer !== 'never' && <SettingsDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
}

const ReauthenticationDialog = lazyPart(() =>
  import('../auth/account/ReauthenticationDialog.tsx').then(part => part.ReauthenticationDialog),
)

type Answer = (isDone: boolean) => void

/** Asks for the password again whenever a call of any screen is refused for want of it. Its dialog is fetched when it is first needed. */
export function ReauthenticationHost() {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => onReauthentication(() => new Promise(resolve => setAnswer(() => resolve))), [])

  function end(isDone: boolean) {
    answer?.(isDone)
    setAnswer(undefined)
  }

  return answer && <ReauthenticationDialog onClose={() => end(false)} onDone={() => end(true)} />
}
