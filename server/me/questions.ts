import { Question } from '../lib/questions.ts'

/** Where the contents of what somebody sent are kept. */
export const storedOfPerson = new Question<number, string[]>('me.stored')
