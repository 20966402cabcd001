/** A form that is quick enough in the builder's trial, and takes long over a long note. */
import type { Definition } from '#shared/forms/definition.ts'

export const label = { en: 'What?' }
export const slow: Definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 's',
      title: label,
      questions: [
        { type: 'text', id: 'note', label },
        ...Array.from({ length: 40 }, (_, index) => ({
          type: 'calculated' as const,
          id: `c${index}`,
          label,
          calculate: `if(regex(\${note}, '(${'a|'.repeat(10)}a)*b${index}'), 1, 2)`,
        })),
      ],
    },
  ],
}
