/** People with a password, who sign in the way that everybody does. */
import { auth } from '#shared/accounts/contract.ts'
import { credentials } from '../accounts/table.ts'
import { hashPassword } from '../lib/security/passwordHash.ts'
import { type Person, personWith, platform, request } from './people.ts'

export const password = 'correct horse battery'
/** Made once: a hundred tests would otherwise wait for a hundred hashes. */
const passwordHash = hashPassword(password)

/** Somebody who can sign in with `password`. */
export async function withPassword(person: Person): Promise<Person> {
  const hash = await passwordHash
  await platform(db => db.insert(credentials).values({ userId: person.id, passwordHash: hash }).onConflictDoNothing())
  return person
}

type Place = { from?: string; device?: string; lang?: 'en' | 'hu' | 'de' | 'fr' | 'ar' }
export type SignedInAnswer = {
  status: number
  code?: string
  data: { user: { id: number; company_id: number | null; role_id: number }; token: string; two_factor?: string }
  /** What the browser keeps to be known again. */
  device: string | undefined
  headers: Record<string, string>
  [field: string]: unknown
}

/** Signs in with a password, from a place, on a device that may be known. */
export async function signInWith(email: string, secret: string, place: Place = {}): Promise<SignedInAnswer> {
  const answer = await request(auth.login, { email, password: secret }, null, {
    ...(place.from && { from: place.from }),
    ...(place.lang && { lang: place.lang }),
    ...(place.device && { headers: { cookie: `tend_device=${place.device}` } }),
  })
  return {
    status: answer.statusCode,
    ...JSON.parse(answer.body),
    device: deviceOf(answer.headers),
    headers: answer.headers,
  }
}

/** The device cookie that an answer sets. */
export function deviceOf(headers: object): string | undefined {
  const set = (headers as { 'set-cookie'?: string | string[] })['set-cookie']
  const cookie = [set ?? []].flat().find(one => one.startsWith('tend_device='))
  return cookie?.match(/^tend_device=([^;]*)/)?.[1]
}

/** The same person, who just gave the password again. */
export async function recently(person: Person): Promise<Person> {
  await withPassword(person)
  const { token } = await person.call(auth.reauthenticate, { password })
  return personWith(token, person)
}
