/** The browser's own offer to install tend, which `App.tsx` holds until a screen asks for it. */
import { onDevice } from './storage.ts'

type InstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  var installPrompt: InstallPrompt | undefined
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

const key = 'tend_install_offered'

/** The browser's offer; undefined where the browser makes none, or it was shown on this device before. */
export const installOffer = (): InstallPrompt | undefined =>
  onDevice.read(key) === null ? globalThis.installPrompt : undefined

/** Notes that the offer was shown. */
export const noteInstallOffer = () => onDevice.write(key, 'yes')
