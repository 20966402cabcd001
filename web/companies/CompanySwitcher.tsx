import { useIsAdmin } from '../lib/ability.tsx'
import { useOwnCompanies } from '../shell/company.ts'
import { lazyPart } from '../ui/lazyPart.tsx'

const CompanyMenu = lazyPart(() => import('./CompanyMenu.tsx').then(part => part.CompanyMenu))

type Props = { isNarrow?: boolean; onPick?: () => void }

/**
 * Which company one works in, for whoever has several, and for admins; nobody else needs to be told. The choice is this session's
 * alone; what follows from it everywhere is `useCompanyChange`'s.
 */
export function CompanySwitcher({ isNarrow = false, onPick }: Props) {
  const isAdmin = useIsAdmin()
  const companies = useOwnCompanies()
  if (!companies || (!isAdmin && companies.length < 2)) return null
  return <CompanyMenu companies={companies} isNarrow={isNarrow} onPick={onPick} />
}
