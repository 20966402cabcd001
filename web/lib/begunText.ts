import { useEffect, useState } from 'react'
import type { GuardedStorage } from './storage.ts'

/** What somebody has begun to write, kept at every letter, and with it how to change it. */
export function useBegunText(storage: GuardedStorage, key: string) {
  const [text, setText] = useState(() => storage.read(key) ?? '')
  useEffect(() => {
    if (text) storage.write(key, text)
    else storage.remove(key)
  }, [storage, key, text])
  return [text, setText] as const
}

/** The rest of a field whose text was sent: the text that was typed since, or all of it where it was changed since. */
export const writtenSince = (now: string, sent: string): string => (now.startsWith(sent) ? now.slice(sent.length) : now)
