import styles from '../sheets/Sheets.module.css'

/** A text in which the server has put what was found between U+0002 and U+0003. */
export function Highlight({ text }: { text: string }) {
  return (
    <span className={styles.words}>
      <bdi>
        {text.split('\u0002').map((part, at) => {
          const [found = '', rest] = at === 0 ? ['', part] : part.split('\u0003')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are told apart by their place alone
            <span key={at}>
              {found && <mark>{found}</mark>}
              {rest}
            </span>
          )
        })}
      </bdi>
    </span>
  )
}
