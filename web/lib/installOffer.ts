/**
 * Holds the browser's own offer to install tend until a screen asks for it. The browser makes it once for a page, at any
 * time after it has loaded.
 */
import { onDevice } from './storage.ts'

type InstallPrompt = Event & { prompt: () => Promise<unknown> }

let held: InstallPrompt | undefined
const key = 'tend_install_offered'

addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  held = event as InstallPrompt
})

/** The browser's offer; undefined where the browser makes none, or it was shown on this device before. */
export const installOffer = (): InstallPrompt | undefined => (onDevice.read(key) === null ? held : undefined)

/** Notes that the offer was shown. */
export const noteInstallOffer = () => onDevice.write(key, 'yes')
