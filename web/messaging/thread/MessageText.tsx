import { Fragment } from 'react'
import styles from './MessageRow.module.css'

const links = /(https?:\/\/[^\s<>"']+)/g

/** A text as it was typed: with its line breaks, addresses as links, and people who were named marked. Nothing of it is fetched. */
export function MessageText({ text, people }: { text: string; people: readonly { name: string }[] }) {
  const names = people.map(({ name }) => `@${name}`).sort((one, other) => other.length - one.length)
  return (
    <span className={styles.words} dir="auto">
      {text.split(links).map((part, at) =>
        at % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are told apart by their place alone
          <a key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={at}>{marked(part, names)}</Fragment>
        ),
      )}
    </span>
  )
}

function marked(text: string, names: string[]) {
  const name = names.find(one => text.includes(one))
  if (!name) return text
  const at = text.indexOf(name)
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mention}>{name}</mark>
      {text.slice(at + name.length)}
    </>
  )
}
