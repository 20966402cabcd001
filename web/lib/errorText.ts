import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { currentFormats } from './format.ts'
import type { EntryError } from './offline/outboxHandler.ts'
import { RequestError, type RequestErrorCode } from './requestError.ts'

/** What to tell a person about a failure: the server's own words, or ours when there was no answer. */
export function errorText(error: unknown, t: TFunction): string {
  if (!(error instanceof RequestError)) return t('problem.unknown_error')
  if (error.code === 'too_many_requests' && error.retryAfter) {
    const minutes = Math.ceil(error.retryAfter / 60)
    return t('common.retry', { text: textOf(error, t), when: currentFormats().relative(Date.now() + minutes * 60_000) })
  }
  return textOf(error, t)
}

function textOf(error: RequestError, t: TFunction): string {
  // A code that this version of the page has no text for is one of a newer server, or of something between.
  return error.message || t([`problem.${error.code}`, 'problem.unknown_error'])
}

/** The words for what went wrong with an entry: the server's, or ours. */
export function useEntryErrorText(): (error: EntryError) => string {
  const { t } = useTranslation()
  return ({ code, status, message }) =>
    message || errorText(new RequestError({ status, code: code as RequestErrorCode }), t)
}
