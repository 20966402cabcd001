import { type SubjectType, subjectTypes } from '../subjects/registry.ts'

export type RegisterType = SubjectType | 'user'

/** Types of questions that are answered by rows: of each register, and people of the company. */
export const registerTypes = [...subjectTypes, 'user'] as [RegisterType, ...RegisterType[]]

/** Types without fields of their own; animals can be narrowed to a group. */
export const otherRegisters = registerTypes.filter(type => type !== 'animal') as [Exclude<RegisterType, 'animal'>]

/** Tells whether only people who see a register can answer it. */
export const asksForRows = <Element extends { type: string }>(
  element: Element,
): element is Extract<Element, { type: RegisterType }> => (registerTypes as string[]).includes(element.type)
