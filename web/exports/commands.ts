import type { exports } from '#shared/exports/contract.ts'
import type { InputOf } from '#shared/lib/contract.ts'
import { api } from '../api.ts'
import { RequestError } from '../lib/requestError.ts'

/**
 * Begins an export, but throws `characters_missing` before a bundle is made whose PDFs cannot print some characters.
 * `isTold` keeps that it was said: asked again, the bundle is made with a box for each of them.
 */
export async function beginOrTell(isTold: { current: boolean }, wanted: InputOf<typeof exports.begin>) {
  try {
    return await api.exports.begin({ ...wanted, ...(!isTold.current && { refuse_missing_characters: true }) })
  } catch (error) {
    isTold.current ||= error instanceof RequestError && error.code === 'characters_missing'
    throw error
  }
}
