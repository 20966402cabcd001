import chromium from '@sparticuz/chromium'

/** The browser that comes as an npm package, or the system's where CHROMIUM_PATH names it. */
export const browserPath = async (): Promise<string> => process.env.CHROMIUM_PATH ?? (await chromium.executablePath())

/** What a browser needs to run as root and without a screen, and to leave the network alone. */
export const browserSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
