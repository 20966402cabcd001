import { newKey } from '../../lib/attemptKey.ts'
import { onDevice } from '../../lib/storage.ts'

const storageKey = 'tend_device_id'

/**
 * What a form calls this device (XLSForm's `deviceid`): made by chance when the first form asks for it, the same from then on, and of no
 * use for anything else. Undefined where the browser keeps nothing.
 */
export function deviceId(): string | undefined {
  const known = onDevice.read(storageKey)
  if (known) return known
  const made = newKey()
  if (onDevice.write(storageKey, made)) return made
  onDevice.remove(storageKey)
  return undefined
}
