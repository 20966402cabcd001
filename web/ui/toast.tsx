/**
 * Short messages about what just happened elsewhere on the screen; what can be said in place is said there. The library
 * is fetched with the first message.
 */
import { Button } from '@mantine/core'
import styles from './toast.module.css'

const library = () => import('react-toastify/unstyled')

/** Tells that something was done. */
export const tellDone = async (text: string) => (await library()).toast.success(text)

/** Tells that something failed. */
export const tellFailed = async (text: string) => (await library()).toast.error(text)

/** Tells why something failed, as the problem itself is told in place: with the way to where it can be helped. */
export async function tellProblem(error: unknown, within?: (reason: string) => string) {
  const [{ toast }, { ProblemText }] = await Promise.all([library(), import('./texts/ProblemText.tsx')])
  toast.error(() => <ProblemText error={error} {...(within && { within })} />)
}

/** Tells that something was done elsewhere, and leads there; it stays a little longer for that. */
export async function tellDoneThere(text: string, seeText: string, href: string) {
  const [{ toast }, { PathLink }] = await Promise.all([library(), import('./PathLink.tsx')])
  const done = () => (
    <span>
      {text} · <PathLink href={href}>{seeText}</PathLink>
    </span>
  )
  toast.success(done, { autoClose: 8000 })
}

/** Tells what happened elsewhere, with a sound, and leads there. */
export async function tellNews(text: string, href: string, isUrgent = false) {
  const [{ toast }, { PathLink }] = await Promise.all([library(), import('./PathLink.tsx')])
  // A function: an element would be given the toast's own properties.
  const news = () => (
    <PathLink href={href} className={styles.news}>
      {text}
    </PathLink>
  )
  if (isUrgent) toast.error(news)
  else toast.info(news)
  playNotice()
}

/** Tells that something was done and offers to take it back; it stays a little longer for that. */
export async function tellUndo(text: string, undoText: string, undo: () => void) {
  const { toast } = await library()
  toast.success(
    ({ closeToast }) => (
      <div className={styles.undo}>
        <span>{text}</span>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            undo()
            closeToast()
          }}
        >
          {undoText}
        </Button>
      </div>
    ),
    { autoClose: 8000 },
  )
}

/** The sound of a notice (the specification's section 9: at half the volume). */
const volume = 0.5

let notice: HTMLAudioElement | undefined

/** Plays it from its beginning. A browser that forbids it until the person has touched the page is only logged. */
export function playNotice(): void {
  notice ??= Object.assign(new Audio('/notice.wav'), { volume })
  notice.currentTime = 0
  notice.play().catch(cause => console.log('The sound of a notice was not played', cause))
}
