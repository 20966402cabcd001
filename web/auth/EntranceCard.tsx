import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { InsecureNotice } from '../shell/InsecureNotice.tsx'
import { Mark } from '../ui/Mark.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import styles from './EntranceCard.module.css'
import { LanguageSelect } from './LanguageSelect.tsx'

/** What every page of the entrance looks like: the mark, a title, one thing to do, and the language. */
export function EntranceCard({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Mark size={44} />
          <span className={styles.name}>tend</span>
        </div>
        <InsecureNotice />
        <Title order={1} size="h2">
          {title}
        </Title>
        {children}
      </div>
      <LanguageSelect />
    </main>
  )
}
