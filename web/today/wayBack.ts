/** Where somebody came from who works in another company for the length of one card, kept while the tab is. */
import { inTab, isRecord, storedJson } from '../lib/storage.ts'

/** From which company to which, whose page there was opened, and by whom. */
export type Way = { person: number; from: number; companyId: number; href: string }

const isWay = (kept: unknown): kept is Way =>
  isRecord(kept) &&
  [kept.person, kept.from, kept.companyId].every(id => typeof id === 'number') &&
  typeof kept.href === 'string'

export const keptWay = storedJson(inTab, 'tend_way_back', kept => (isWay(kept) ? kept : null))
