import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { Id } from '../lib/fields.ts'

export const system = contract({
  version: {
    summary: 'Read the version of this tend',
    method: 'GET',
    path: '/system/version',
    access: 'anyone',
    input: z.object({}),
    returns: z.object({ version: z.string() }),
  },
  languages: {
    summary: 'List the languages',
    method: 'GET',
    path: '/system/language',
    access: 'anyone',
    input: z.object({}),
    returns: z.array(
      z.object({ id: Id, locale: z.string(), i18nLang: z.string(), name: z.string(), isRTL: z.boolean() }),
    ),
  },
  countries: {
    summary: 'List the countries',
    description: 'All countries by name in the language of `lang`, with the currency that is usual there.',
    method: 'GET',
    path: '/system/country',
    access: 'anyone',
    input: z.object({}),
    returns: z.array(z.object({ id: Id, code: z.string(), name: z.string(), currency: z.string() })),
  },
  receiptKey: {
    summary: 'Read the public key of receipts',
    description: 'The current Ed25519 key of receipts as PEM, and earlier keys, the latest first.',
    method: 'GET',
    path: '/system/receipt-key',
    access: 'anyone',
    input: z.object({}),
    returns: z.object({ public_key: z.string(), former_keys: z.array(z.string()) }),
  },
  map: {
    summary: 'Read the address of map tiles',
    description: 'Without an address, maps show a grid of degrees.',
    method: 'GET',
    path: '/system/map',
    access: 'anyone',
    input: z.object({}),
    returns: z.object({ tiles: z.string().nullable(), attribution: z.string().nullable() }),
  },
  realtime: {
    summary: 'Read how to connect for realtime',
    description: 'What a Pusher client needs to connect.',
    method: 'GET',
    path: '/system/realtime',
    access: 'signed-in',
    input: z.object({}),
    returns: z.object({ key: z.string(), activity_timeout: z.int() }),
  },
})
