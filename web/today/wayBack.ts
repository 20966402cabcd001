/** Where somebody came from who works in another company for the length of one card, kept while the tab is. */
import { inTab, isRecord, storedJson } from '../lib/storage.ts'

/** From which company to which, whose page there was opened, and by whom. */
export type Way = { person: number; from: number; companyId: number; href: string }

/** Numbers of another kind fit no person and no company, so the way is dropped when it is looked at. */
const isWay = (kept: unknown) => isRecord(kept) && typeof kept.href === 'string'

export const keptWay = storedJson(inTab, 'tend_way_back', kept => (isWay(kept) ? (kept as Way) : null))
