import { lazyPart } from '../../ui/lazyPart.tsx'
import { useSites } from './queries.ts'

const SiteMenu = lazyPart(() => import('./SiteMenu.tsx').then(part => part.SiteMenu))

/** All sites, or one of them, for people who see several; hidden from the others. `onPick` closes an overlay. */
export function SiteSwitcher({ onPick }: { onPick?: () => void }) {
  const sites = useSites()
  return sites ? <SiteMenu sites={sites} onPick={onPick} /> : null
}
