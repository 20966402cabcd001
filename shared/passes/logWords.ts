/** An entry of a pass's log in words, on the manager's screen and in a pack. */
import type { PassLogEntry } from './contract.ts'

type Values = Record<string, string>
type Words = { t: (key: string, values?: Values) => string; number: (value: number, options?: object) => string }

/** What was done, in the reader's language. */
export function logWords(
  { action, kind: of, record_id, search, found, request_number }: PassLogEntry,
  { t, number: format }: Words,
): string {
  const kind = of ? t(`passes.kinds.${of}`) : ''
  const number = format(record_id ?? 0, { useGrouping: false })
  const request = { number: format(request_number ?? 0), words: search }
  const isDocument = search === 'document'
  switch (action) {
    case 'searched':
      return search
        ? t('passes.log.searched', { kind, search, found: format(found ?? 0) })
        : t('passes.log.listed', { kind, found: format(found ?? 0) })
    case 'sampled':
      return t('passes.log.sampled', { kind, search, all: format(found ?? 0) })
    case 'viewed':
      return request_number ? t('passes.log.viewedAnswer', request) : t('passes.log.viewed', { kind, number })
    case 'downloaded':
      if (request_number) return t(isDocument ? 'passes.log.answerDocument' : 'passes.log.answerPhoto', request)
      if (!of) return t(search === 'pack' ? 'passes.log.packLoaded' : 'passes.log.photo')
      return t(isDocument ? 'passes.log.document' : 'passes.log.downloaded', { kind, number })
    case 'reported':
      return of ? t('passes.log.reported', { kind, number }) : t('passes.log.reportedOfVisit')
    case 'picked':
      return t('passes.log.picked', { kind, number })
    case 'asked_again':
      return t('passes.log.askedAgain', request)
    case 'asked':
    case 'withdrew':
    case 'answered':
    case 'reopened':
      return t(`passes.log.${action}`, request)
    case 'opened':
    case 'packed':
    case 'checked':
    case 'closed':
      return t(`passes.log.${action}`)
  }
}
