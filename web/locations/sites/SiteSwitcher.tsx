import { lazyPart } from '../../ui/lazyPart.tsx'
import { useSites } from './queries.ts'

const SiteMenu = lazyPart(() => import('./SiteMenu.tsx').then(part => part.SiteMenu))

type Props = { isNarrow?: boolean; onPick?: () => void }

/** All sites, or one of them, for people who see several; hidden from the others. `onPick` closes an overlay. */
export function SiteSwitcher({ isNarrow = false, onPick }: Props) {
  const sites = useSites()
  return sites ? <SiteMenu {...{ sites, isNarrow, onPick }} /> : null
}
