import { api } from '../api.ts'
import { fileSender } from './fileSender.ts'

/** Sends a file of whoever is signed in, which belongs to nothing yet. */
export const sendFile = fileSender(api.files)
