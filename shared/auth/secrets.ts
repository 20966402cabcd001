/** What people sign in with. Length is the only rule; that common ones are refused is the server's part, who has the list. */
import { z } from 'zod'
import { foldedCode } from '../lib/folding.ts'

export const Password = z.string().min(10).max(1000)
/** What is compared with a stored one is not judged. */
export const AnyPassword = z.string().min(1).max(1000)
/** Of a worker's own phone, beside what the phone keeps. */
export const Pin = z
  .string()
  .max(60)
  .overwrite(foldedCode)
  .regex(/^\d{6,12}$/)
/** Of an authenticator, or a recovery code, however it is typed. */
export const Code = z.string().max(200).overwrite(foldedCode).min(6).max(40)
/** Of a link or a device. */
export const Token = z.string().min(1).max(200)
