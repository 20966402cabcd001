import {
  type Icon,
  IconAdjustmentsHorizontal,
  IconCalendar,
  IconCalendarClock,
  IconCamera,
  IconCircleDot,
  IconCircleHalf2,
  IconClock,
  IconCurrentLocation,
  IconEyeOff,
  IconInfoSquareRounded,
  IconLayoutList,
  IconLetterCase,
  IconMathFunction,
  IconNumbers,
  IconPaperclip,
  IconQrcode,
  IconRepeat,
  IconRoute,
  IconSignature,
  IconSquareCheck,
  IconStars,
  IconUser,
} from '@tabler/icons-react'
import type { ElementType } from '#shared/forms/definition.ts'
import type { QuestionType } from '#shared/forms/questions.ts'
import { registerTypes } from '#shared/forms/registerTypes.ts'
import { registerIcons } from '../subjects/registerIcons.ts'

/** The types of questions and of other elements of a section, with their icons. */
export const typeIcons: Record<ElementType, Icon> = {
  yes_no: IconCircleHalf2,
  single_choice: IconCircleDot,
  multiple_choice: IconSquareCheck,
  number: IconNumbers,
  text: IconLetterCase,
  date: IconCalendar,
  photo: IconCamera,
  slider: IconAdjustmentsHorizontal,
  rating: IconStars,
  time: IconClock,
  date_time: IconCalendarClock,
  file: IconPaperclip,
  signature: IconSignature,
  barcode: IconQrcode,
  place: IconCurrentLocation,
  shape: IconRoute,
  ...registerIcons,
  user: IconUser,
  calculated: IconMathFunction,
  hidden: IconEyeOff,
  instruction: IconInfoSquareRounded,
  group: IconLayoutList,
  repeat: IconRepeat,
}

/** What can be added to a form, by what it is for; the most used first. */
export const elementKinds = {
  answers: [
    'yes_no',
    'single_choice',
    'multiple_choice',
    'number',
    'text',
    'date',
    'time',
    'date_time',
    'slider',
    'rating',
  ],
  evidence: ['photo', 'file', 'signature', 'barcode', 'place', 'shape'],
  registers: registerTypes,
  unasked: ['calculated', 'hidden'],
  structure: ['instruction', 'group', 'repeat'],
} as const satisfies Record<string, readonly ElementType[]>

export type ElementKind = keyof typeof elementKinds

/** Every type of question, in the same order. */
export const questionTypes: readonly QuestionType[] = [
  ...elementKinds.answers,
  ...elementKinds.evidence,
  ...elementKinds.registers,
  ...elementKinds.unasked,
]
