import { useIsAdmin } from '../lib/ability.tsx'
import { useOwnCompanies } from '../shell/company.ts'
import { lazyPart } from '../ui/lazyPart.tsx'

const CompanyMenu = lazyPart(() => import('./CompanyMenu.tsx').then(part => part.CompanyMenu))

type Props = { isNarrow?: boolean; onPick?: () => void }

/**
 * The company of this session, for people in several and for admins; hidden from the others. `useCompanyChange` does
 * what follows from a change.
 */
export function CompanySwitcher({ isNarrow = false, onPick }: Props) {
  const isAdmin = useIsAdmin()
  const companies = useOwnCompanies()
  if (!companies || (!isAdmin && companies.length < 2)) return null
  return <CompanyMenu companies={companies} isNarrow={isNarrow} onPick={onPick} />
}
