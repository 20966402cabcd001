import type { ReactNode } from 'react'
import { lazyPart } from '../ui/lazyPart.tsx'

const FirstAdministratorPage = lazyPart(() =>
  import('./FirstAdministratorPage.tsx').then(part => part.FirstAdministratorPage),
)
const EnrolPage = lazyPart(() => import('./pin/EnrolPage.tsx').then(part => part.EnrolPage))
const LegalPage = lazyPart(() => import('./legal/LegalPage.tsx').then(part => part.LegalPage))
const SharedPage = lazyPart(() => import('../shares/SharedPage.tsx').then(part => part.SharedPage))
const VerifyPage = lazyPart(() => import('./verify/VerifyPage.tsx').then(part => part.VerifyPage))
const DeletedPage = lazyPart(() => import('./account/DeletedPage.tsx').then(part => part.DeletedPage))

type Props = {
  section: string
  page: string
  first: string | undefined
  onSignedIn: () => Promise<void>
  /** For an address that leads nowhere. */
  children: ReactNode
}

/** What few people open, and once: its addresses weigh nothing for those who sign in. */
export function OtherPage({ section, page, first, onSignedIn, children }: Props) {
  if (section === 'shared' && page && first) return <SharedPage id={page} token={first} />
  if (section === 'verify') return <VerifyPage token={page} />
  if (page === 'enrol' && first) return <EnrolPage token={first} onSignedIn={onSignedIn} />
  if (page === 'deleted') return <DeletedPage />
  if (page === 'legal') return <LegalPage />
  if (page === 'first-administrator' && first) return <FirstAdministratorPage token={first} onSignedIn={onSignedIn} />
  return children
}
