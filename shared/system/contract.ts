import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Id } from '../lib/fields.ts'

export const system = contract({
  version: {
    method: 'GET',
    path: '/system/version',
    access: 'anyone',
    input: z.object({}),
    returns: z.object({ version: z.string() }),
  },
  languages: {
    method: 'GET',
    path: '/system/language',
    access: 'anyone',
    input: z.object({}),
    returns: z.array(z.object({ id: Id, locale: z.string(), name: z.string(), isRTL: z.boolean() })),
  },
  /** All countries by name in the language of `lang`, with the currency that is usual there. */
  countries: {
    method: 'GET',
    path: '/system/country',
    access: 'anyone',
    input: z.object({}),
    returns: z.array(z.object({ id: Id, code: z.string(), name: z.string(), currency: z.string() })),
  },
  /** The Ed25519 key, as PEM, by which receipts of submissions can be checked. */
  receiptKey: {
    method: 'GET',
    path: '/system/receipt-key',
    access: 'anyone',
    input: z.object({}),
    returns: z.object({ public_key: z.string() }),
  },
  /** What a Pusher client needs to connect. */
  realtime: {
    method: 'GET',
    path: '/system/realtime',
    access: 'signed-in',
    input: z.object({}),
    returns: z.object({ key: z.string(), activity_timeout: z.int() }),
  },
})
