import { useEffect, useState } from 'react'
import { lazyPart } from '../../ui/lazyPart.tsx'

const SettingsDrawer = lazyPart(() => import('./SettingsDrawer.tsx').then(part => part.SettingsDrawer))
const wishes = new EventTarget()

/** Opens the settings of the display from anywhere in the shell. */
export const openSettings = () => wishes.dispatchEvent(new Event('open'))

/** The settings drawer's code is fetched when it is wanted for the first time. */
export function SettingsHost() {
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  useEffect(() => {
    const open = () => setDrawer('open')
    wishes.addEventListener('open', open)
    return () => wishes.removeEventListener('open', open)
  }, [])
  return drawer !== 'never' && <SettingsDrawer opened={drawer === 'open'} onClose={() => setDrawer('closed')} />
}
