import i18next from 'i18next'
import { RequestError } from '../lib/requestError.ts'

/**
 * Marks a refused upload as one, with the server's message, else the plain text of the answer, else 'Upload failed'
 * (specification, section 8). Errors that may pass, or that are no refusal, come back as they are.
 */
export const uploadError = (error: unknown): unknown =>
  error instanceof RequestError && !error.isPassing
    ? new RequestError({
        ...error,
        message: error.message || i18next.t('messaging.uploadBroken'),
        during: 'upload',
      })
    : error

/**
 * Whether a call that sent text and files at once was refused for its files: too large, a wrong type, no room, or a
 * proxy's own refusal.
 */
export const isAboutFiles = (error: unknown): boolean =>
  error instanceof RequestError &&
  ([413, 415, 507].includes(error.status) || error.code === 'plan_limit_reached' || error.code === 'unknown_error')
