import { memo } from 'react'
import type { Instruction } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'
import { FormText } from '../../../answers/texts/FormText.tsx'
import { InFormLanguage } from '../FormLanguage.tsx'
import { BlockFrame } from './BlockFrame.tsx'
import styles from './QuestionBlock.module.css'

type Props = {
  instruction: Instruction
  number: number
  isSelected: boolean
  isWrong: boolean
  language: Locale
  fallback: Locale
}

/** Something to read, as it will look. */
export const InstructionBlock = memo(function InstructionBlock({ instruction, language: _, ...frame }: Props) {
  return (
    <BlockFrame {...frame} element={instruction} facts={[]} sentences={[]}>
      {() =>
        instruction.body && (
          <div className={styles.body}>
            <InFormLanguage>
              <FormText text={instruction.body} isBlock />
            </InFormLanguage>
          </div>
        )
      }
    </BlockFrame>
  )
})
