import { type ComponentType, createContext, lazy, Suspense, use, useEffect, useMemo, useReducer } from 'react'
import { RequestError } from '../lib/requestError.ts'
import { tryAgain } from '../lib/tryAgain.ts'

type Load<Props extends object> = () => Promise<ComponentType<Props>>

type Again = { attempt: number; again: () => void }
const Again = createContext<Again>({ attempt: 0, again: () => undefined })

/** The words for it come with the app; sign-in does without them. */
const tellMissing = () =>
  import('./toast.tsx')
    .then(({ tellProblem }) => tellProblem(new RequestError({ status: 0, code: 'network_error' })))
    .catch(() => undefined)

/** Stands where a part did not arrive, and has it fetched again. Whoever has just asked for it is told. */
function Missing() {
  const { attempt, again } = use(Again)
  useEffect(() => {
    if (navigator.userActivation?.isActive) void tellMissing()
    return tryAgain(again, attempt)
  }, [attempt, again])
  return null
}

/**
 * A component that is fetched when it is first shown: an editing form is not needed to read a list. Where it does not arrive, the page
 * that asked for it stays as it is.
 * `const LocationForm = lazyPart(() => import('./LocationForm.tsx').then(part => part.LocationForm))`
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const begin = (loadNow: Load<Props>) =>
    lazySection<Props>(() =>
      loadNow().catch(cause => {
        console.warn('A part of tend could not be fetched', cause)
        // A lazy component asks once: the next attempt is another one's.
        Part = begin(() => fetchStylesAgain().then(load))
        return Missing
      }),
    )
  let Part = begin(load)
  return function LazyPart(props) {
    const [attempt, again] = useReducer((count: number) => count + 1, 0)
    const context = useMemo(() => ({ attempt, again }), [attempt])
    return (
      <Again value={context}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </Again>
    )
  }
}

/** Styles are asked for once, by whatever needs them first: without this a part would come without those that failed. */
async function fetchStylesAgain(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(link => !link.sheet)
  await Promise.all(
    failed.map(link => {
      const again = link.cloneNode() as HTMLLinkElement
      const fetched = new Promise((resolve, reject) => {
        again.onload = resolve
        again.onerror = () => reject(new Error(`No styles from ${again.href}`))
      })
      link.replaceWith(again)
      return fetched
    }),
  )
}

/**
 * A part in the flow of a page. It has no boundary of its own and comes together with what stands in the `Suspense` around it: coming later
 * it would move what is below from under a finger.
 */
export const lazySection = <Props extends object>(load: Load<Props>) => lazy(async () => ({ default: await load() }))
