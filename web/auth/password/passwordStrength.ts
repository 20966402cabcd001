/**
 * Estimates the strength of a password while it is typed, without rules about kinds of characters (NIST SP 800-63B,
 * 3.1.1.2). Only the server decides, with its list of common passwords.
 */
export const minimumLength = 10

export type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** `known` are words that are tried first against this person: their name and address. */
export function passwordStrength(password: string, known: string[] = []): Strength {
  if ([...password].length < minimumLength) return 'short'
  const rest = known
    .flatMap(word => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter(word => word.length > 2)
    .reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  const surprises = countSurprises(rest)
  return surprises < 8 ? 'weak' : surprises < 14 ? 'fair' : 'strong'
}

/** Characters that do not follow from the ones before: "aaaa", "1234" and "abab" hold one or two. */
function countSurprises(password: string): number {
  const codes = [...password].map(character => character.codePointAt(0) ?? 0)
  return codes.filter((code, index) => {
    const [before, earlier] = [codes[index - 1], codes[index - 2]]
    return before === undefined || (Math.abs(code - before) > 1 && code !== earlier)
  }).length
}
