import {
  type Icon,
  IconCalendar,
  IconCamera,
  IconCircleDot,
  IconCircleHalf2,
  IconLetterCase,
  IconNumbers,
  IconSquareCheck,
} from '@tabler/icons-react'
import type { Question } from '#shared/forms/definition.ts'

export type QuestionType = Question['type']

/** The types of questions with their signs, the most used first. */
export const typeIcons: Record<QuestionType, Icon> = {
  yes_no: IconCircleHalf2,
  single_choice: IconCircleDot,
  multiple_choice: IconSquareCheck,
  number: IconNumbers,
  text: IconLetterCase,
  date: IconCalendar,
  photo: IconCamera,
}

export const questionTypes = Object.keys(typeIcons) as QuestionType[]
