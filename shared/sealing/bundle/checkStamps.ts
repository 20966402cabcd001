/** Checks the time stamps of a bundle: each covers its link and, through the links before it, those of the records. */
import { genesis, linkText, type Means } from '../link.ts'
import { checkToken } from '../timeStamps/checkToken.ts'
import type { RecordChecked } from './checkRecord.ts'
import type { BundleFault } from './faults.ts'
import { type BundledChain, bundleFiles } from './manifest.ts'

export type ChainChecked = {
  stamps: {
    position: number
    /** Time that the authority states. */
    stampedAt: string
    authority: string
    /** Name in the certificate that signed it. */
    fingerprint: string
    /** Links of the records that are older than the stamp. */
    covers: number[]
  }[]
  faults: BundleFault[]
}

const path = bundleFiles.chain

export async function checkStamps(
  { links, time_stamps }: BundledChain,
  records: RecordChecked[],
  means: Means,
): Promise<ChainChecked> {
  const checked: ChainChecked = { stamps: [], faults: [] }
  const byPosition = new Map(links.map(link => [link.position, link]))
  const own = new Map(records.flatMap(record => record.links.map(link => [link.position, link.hash] as const)))
  for (const { position, hash, token } of [...time_stamps].sort((one, other) => one.position - other.position)) {
    const stamp = await checkToken(token, hash)
    if (!stamp) {
      checked.faults.push({ fault: 'stamp', path, position })
      continue
    }
    const covers: number[] = []
    // Walks back from the stamped link as far as the links lead.
    let expected = hash
    for (let at = position; at > 0; at--) {
      const link = byPosition.get(at)
      if (!link) break
      if ((await means.sha256(linkText(link))) !== expected || (at === 1 && link.previous !== genesis)) {
        checked.faults.push({ fault: 'order', path, position: at })
        break
      }
      const known = own.get(at)
      if (known !== undefined && known !== expected) checked.faults.push({ fault: 'order', path, position: at })
      else if (known !== undefined) covers.push(at)
      expected = link.previous
    }
    const { stampedAt, authority, fingerprint } = stamp
    checked.stamps.push({ position, stampedAt, authority, fingerprint, covers })
  }
  return checked
}
