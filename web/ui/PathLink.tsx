import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, type Ref } from 'react'

type Props = {
  href: string
  className?: string | undefined
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
  onClick?: () => void
}

/** A link to an address that was put together, search and all; `Link` is for those that the router can check. */
export const PathLink = (props: Props) => <Link to="." {...props} />

type JoinedProps = {
  /** Those that are empty are left out. */
  texts: readonly (string | false | null | undefined)[]
  between?: string
}

/**
 * Names and other short texts beside each other. Each keeps its own direction, so that they stand in the order of the page. It is here and not
 * in a file of its own because whatever shows some has links, too: a request more would cost each of these pages more than it weighs.
 */
export function JoinedTexts({ texts, between = ' · ' }: JoinedProps) {
  return texts
    .filter(text => text)
    .map((text, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two of them may say the same, and none has a state
      <Fragment key={index}>
        {index > 0 && between}
        <bdi>{text}</bdi>
      </Fragment>
    ))
}
