import { isSoundText } from './soundText.ts'

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
