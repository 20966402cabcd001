import { lazyPart } from '../ui/lazyPart.tsx'
import { NotFound } from './NotFoundPage.tsx'

const NoCompany = lazyPart(() => import('../companies/NoCompany.tsx').then(part => part.NoCompany))

/** Marks a screen that exists and that the person's role does not open. */
export const notForRole = 'not for role'
/** Marks a screen of one company, opened by an administrator who has opened none. */
export const noCompany = 'no company'

/** What a screen shows in its place, inside the shell, where it throws `notFound` with one of these marks or none. */
export function ScreenNotFound({ data }: { data?: unknown }) {
  return data === noCompany ? <NoCompany /> : <NotFound isThere={data === notForRole} />
}
