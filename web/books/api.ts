import endpoints from 'virtual:endpoints/books'
import type { books } from '#shared/documents/contract.ts'
import { callsOf } from '../lib/api.ts'

export const booksApi = callsOf<typeof books>('books', endpoints)
