import { api } from '../api.ts'
import { fileSender } from './fileSender.ts'

/** Uploads a file of the signed-in person, which belongs to nothing yet. */
export const sendFile = fileSender(api.files)
