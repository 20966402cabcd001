import { useTranslation } from 'react-i18next'
import { errorText } from '../errorText.ts'
import { RequestError, type RequestErrorCode } from '../requestError.ts'
import type { EntryError } from './entry.ts'

/** The words for what went wrong with an entry: the server's, or ours. */
export function useErrorWords(): (error: EntryError) => string {
  const { t } = useTranslation()
  return ({ code, status, message }) =>
    message || errorText(new RequestError({ status, code: code as RequestErrorCode }), t)
}
