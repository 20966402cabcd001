/**
 * Secrets for signing in. Length is the only rule here; the server also refuses common ones, because it has the list.
 */
import { z } from 'zod'
import { foldedCode } from '../lib/folding.ts'

export const Password = z.string().min(10).max(1000)
/** A secret that is compared with a stored one is not validated. */
export const AnyPassword = z.string().min(1).max(1000)
/** PIN of a worker's own phone, used with the secret that the phone keeps. */
export const Pin = z
  .string()
  .max(60)
  .overwrite(foldedCode)
  .regex(/^\d{6,12}$/)
/** Code of an authenticator, or a recovery code, in any way of typing. */
export const Code = z.string().max(200).overwrite(foldedCode).min(6).max(40)
/** Secret of a link or a device. */
export const Token = z.string().min(1).max(200)
