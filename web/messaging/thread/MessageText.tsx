import { addressParts, mentionParts } from '#shared/lib/messageText.ts'
import styles from './MessageRow.module.css'

/**
 * A text as it was typed: with its line breaks, addresses as links, and people who were named marked. Nothing of it is
 * fetched.
 */
export function MessageText({ text, people }: { text: string; people: readonly { name: string }[] }) {
  return (
    <span className={styles.words} dir="auto">
      {addressParts(text).map((part, at) =>
        part.isAddress ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are told apart by their place alone
          <a key={at} href={part.text} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          mentionParts(part.text, people).map((words, place) =>
            words.people.length > 0 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <mark key={`${at} ${place}`} className={styles.mention}>
                {words.text}
              </mark>
            ) : (
              words.text
            ),
          )
        ),
      )}
    </span>
  )
}
