import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, type Ref, useContext } from 'react'

/** Where it is true, numbers are no links: the reader may open nothing else. */
export const LinksOff = createContext(false)

type Props = {
  href: string
  className?: string | undefined
  children: ReactNode
  ref?: Ref<HTMLAnchorElement>
  onClick?: () => void
}

/** A link to an address that was put together, search and all; `Link` is for those that the router can check. */
export const PathLink = (props: Props) =>
  useContext(LinksOff) ? <span>{props.children}</span> : <Link to="." {...props} />
