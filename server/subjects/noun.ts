import type { Noun } from '../lib/noun.ts'
import { subjectChannels } from './channels.ts'

export const subjects: Noun = { channels: subjectChannels }
