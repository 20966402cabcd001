import type { Slice } from '#shared/reports/contract.ts'

/** Which number of a report is looked behind: it stands in the address, so that it can be sent on. */
export type SliceSearch = Slice & { behind?: true | undefined }

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
const flag = (value: unknown) => (value === true || value === 'true' ? true : undefined)
const oneOf = <const Value extends string>(value: unknown, values: readonly Value[]) =>
  values.find(known => known === value)

/** Reads it from the address; what makes no sense is left out. */
export function sliceSearch(raw: Record<string, unknown>): SliceSearch {
  const read: SliceSearch = {
    from: text(raw.from),
    to: text(raw.to),
    band: oneOf(raw.band, ['good', 'attention', 'act', 'none']),
    group: text(raw.group),
    question: text(raw.question),
    answer: text(raw.answer),
    failed: flag(raw.failed),
    critical: flag(raw.critical),
    findings: oneOf(raw.findings, ['any', 'open', 'closed']),
    behind: flag(raw.behind),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}
