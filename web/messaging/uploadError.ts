import i18next from 'i18next'
import { RequestError } from '../lib/requestError.ts'

/** An upload that was refused says what the server said, else the plain text of the answer, else that it failed (specification, section 8). */
export const uploadError = (error: unknown): unknown =>
  error instanceof RequestError && !error.message && !error.isPassing
    ? new RequestError({ ...error, message: i18next.t('messaging.uploadBroken') })
    : error
