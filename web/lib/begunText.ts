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

/** What is left of a field whose text was sent: what was typed meanwhile is the next one, and what was changed meanwhile stays whole. */
export const writtenSince = (now: string, sent: string): string => (now.startsWith(sent) ? now.slice(sent.length) : now)
