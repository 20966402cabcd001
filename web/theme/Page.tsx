import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type ReactNode, StrictMode } from 'react'
import { colorSchemeManager } from './colorScheme.ts'
import { PageColours } from './PageColours.tsx'
import { PageDirection } from './PageDirection.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

/** What every page stands in: the theme, the colour scheme and the direction of writing. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <DirectionProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          deduplicateInlineStyles
        >
          <PageColours />
          <PageDirection />
          {children}
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>
  )
}
