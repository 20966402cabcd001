/** Passwords that are tried first, because many people use them: the list of zxcvbn-ts, 49,000 of them, read when first needed. */
import { invalidField } from '#shared/lib/problem.ts'

let list: Promise<Set<string>> | undefined

async function commonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(password => String(password).toLowerCase()))
}

/** Throws 422 for a password that many people use, however it is capitalized. */
export async function requireUncommon(password: string): Promise<void> {
  list ??= commonPasswords()
  if ((await list).has(password.toLowerCase())) throw invalidField('password', 'common_password')
}
