/**
 * Text that PostgreSQL can store: without NUL and without unpaired surrogates, which scanners, pastes and length limits
 * produce. Devices remove them, and the server names where they are.
 */
const unsound = /[\0\p{Surrogate}]/u

export const isSoundText = (text: string): boolean => !unsound.test(text)

const allUnsound = /[\0\p{Surrogate}]/gu

export const soundText = (text: string): string => (isSoundText(text) ? text : text.replace(allUnsound, ''))

/** Cleans all texts of a value at any depth; returns the same value where they are clean. */
export function withSoundTexts<T>(value: T): T {
  if (typeof value === 'string') return soundText(value) as T
  if (Array.isArray(value)) {
    const parts = value.map(withSoundTexts)
    return parts.every((part, at) => part === value[at]) ? value : (parts as T)
  }
  if (!isPlain(value)) return value
  const parts = Object.entries(value).map(([name, part]): [string, unknown] => [name, withSoundTexts(part)])
  return parts.every(([name, part]) => part === value[name]) ? value : (Object.fromEntries(parts) as T)
}

/** True for plain objects, not for a Blob, a date or bytes. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))

/**
 * Path of the first text that cannot be stored, names included ("answers.water.note"); undefined where all are clean.
 */
export function unsoundPath(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return isSoundText(value) ? undefined : path.join('.')
  if (!value || typeof value !== 'object') return undefined
  for (const [name, part] of Object.entries(value)) {
    const found = isSoundText(name) ? unsoundPath(part, [...path, name]) : path.join('.')
    if (found !== undefined) return found
  }
  return undefined
}
