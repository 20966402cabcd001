import { argon2id } from 'hash-wasm'

export type Argon2Cost = { memoryKib: number; passes: number }
export type Argon2Wish = { secret: Uint8Array<ArrayBuffer>; salt: Uint8Array<ArrayBuffer>; cost: Argon2Cost }

/** Argon2id of a secret, 32 bytes. Throws where the device has not enough memory. */
export async function argon2({ secret, salt, cost }: Argon2Wish): Promise<Uint8Array<ArrayBuffer>> {
  const { memoryKib: memorySize, passes: iterations } = cost
  const wish = { password: secret, salt, memorySize, iterations, parallelism: 1, hashLength: 32 }
  return new Uint8Array(await argon2id({ ...wish, outputType: 'binary' }))
}
