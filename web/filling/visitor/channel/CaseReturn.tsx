/**
 * Where a reporter comes back with the code of their case: reads what was answered, says more, brings files. It asks nothing of this device;
 * nothing is kept here, and a page that is loaded again asks for the code again.
 */
import { useState } from 'react'
import type { ReporterCase } from '#shared/cases/publicCase.ts'
import { CodeGate } from '../../../auth/CodeGate.tsx'
import { DescriptionSkeleton } from '../../../auth/EntranceCard.tsx'
import { getCase } from '../calls.ts'
import { Frame } from '../Frame.tsx'
import { useFormTexts } from '../useTexts.ts'
import { CaseView } from './CaseView.tsx'

type Opened = { code: string; found: ReporterCase }

export function CaseReturn() {
  const hasTexts = useFormTexts()
  const [opened, setOpened] = useState<Opened>()
  const { company_name = '', company_logo } = opened?.found ?? {}
  return (
    <Frame company={company_name} logo={company_logo}>
      {!hasTexts ? (
        <DescriptionSkeleton />
      ) : opened ? (
        <CaseView
          {...opened}
          onChange={found => setOpened({ ...opened, found })}
          onClose={() => setOpened(undefined)}
        />
      ) : (
        <CodeGate onCode={async code => setOpened({ code, found: await getCase(code) })} />
      )}
    </Frame>
  )
}
