/**
 * Holds the browser's own offer to install tend until a screen asks for it. The browser makes it once for a page, some
 * time after it has loaded; so `VersionNotice.tsx`, which every page fetches, brings this module.
 */
import { onDevice, storedText } from './storage.ts'

type InstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  var installPrompt: InstallPrompt | undefined
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  globalThis.installPrompt = event
})

const stored = storedText(onDevice, 'tend_install_offered')

/** The browser's offer; undefined where the browser makes none, or it was shown on this device before. */
export const installOffer = (): InstallPrompt | undefined =>
  stored.read() === null ? globalThis.installPrompt : undefined

/** Notes that the offer was shown. */
export const noteInstallOffer = () => stored.write('yes')
