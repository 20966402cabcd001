/**
 * The code of a case as the server keeps it: its argon2 hash with a key of the server's, and, to find the row without trying argon2 on all of
 * them, a keyed hash of the whole code. The code has 128 random bits, so that neither can be worked back, with the key or without it.
 */
import { createHmac } from 'node:crypto'
import { readCode } from '#shared/cases/code.ts'
import type { Context } from '../lib/context.ts'
import { hashed, isRight } from '../lib/security/passwordHash.ts'
import { derive } from '../lib/security/secrets.ts'

type Asking = Pick<Context, 'caseCode' | 'services' | 'preparation' | 'actor' | 'ip'>

/** The code that came with the call, as it is written; null where none came or what came is none. */
export const sentCode = ({ caseCode }: Pick<Context, 'caseCode'>): string | null => readCode(caseCode ?? '')

/** Where the case of a code is found. */
export const lookupOf = ({ services }: Asking, code: string): string => derive(services.serverKey, 'case code', code)

const keyOf = ({ services }: Asking): Buffer =>
  createHmac('sha256', services.serverKey).update('case code hash').digest()

export const hashedCode = (ctx: Asking, code: string): Promise<string> => hashed(ctx, code, keyOf(ctx))

/** Whether the code is that of the hash; without one it takes as long, and is not. */
export const isRightCode = (ctx: Asking, hash: string | null, code: string): Promise<boolean> =>
  isRight(ctx, hash, code, keyOf(ctx))
