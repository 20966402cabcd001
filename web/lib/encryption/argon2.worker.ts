import { type Argon2Wish, argon2 } from './argon2.ts'

/** Computes one Argon2id that it is sent, and answers null where this device cannot, as without enough memory. */
addEventListener('message', ({ data }: MessageEvent<Argon2Wish>) => {
  argon2(data).then(
    drawn => postMessage(drawn),
    () => postMessage(null),
  )
})
