import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Somebody's hash, against which an unknown address is checked: so that it takes as long as a known one. */
const unknownHash = hashPassword(crypto.randomUUID())

/** Whether the password is right; `null` stands for an address that nobody has. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await unknownHash), password)
  return stored !== null && matches
}
