import type { RegisterType } from '#shared/forms/registerTypes.ts'
import { knownNames, searchNames } from './registerNames.ts'
import { findByMark, type ReadRow, type RegisterName } from './registerRows.ts'

/**
 * The one row of these registers that is known by what a reader typed: among the names on this device first, without a
 * network too, then among all that there are. Nothing where it is none, or more than one.
 */
export async function findRead<Type extends RegisterType>(
  types: readonly Type[],
  typed: string,
  isOffered: (row: RegisterName) => boolean = () => true,
): Promise<ReadRow<Type> | undefined> {
  const among = async (namesOf: (type: Type) => Promise<readonly RegisterName[]>) => {
    const found = await Promise.all(
      types.map(async type => {
        const row = findByMark((await namesOf(type)).filter(isOffered), typed)
        return row ? [{ ...row, type }] : []
      }),
    )
    const [one, ...more] = found.flat()
    return more.length === 0 ? one : undefined
  }
  // Who may not read a register is not offered its rows; without a network there is nobody to ask.
  const none = (): RegisterName[] => []
  return (await among(type => knownNames(type).catch(none))) ?? among(type => searchNames(type, typed).catch(none))
}
