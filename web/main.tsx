import './theme/startStyles.ts'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTexts } from './lib/i18n.ts'
import { applyLocale, currentLocale } from './lib/locale.ts'
import { onSessionEnded } from './lib/token.ts'
import { router } from './router.tsx'
import { PageDirection } from './shell/PageDirection.tsx'
import { colorSchemeManager } from './theme/colorScheme.ts'
import { cssVariablesResolver, theme } from './theme/theme.ts'

applyLocale(currentLocale())
await startTexts()

// The way back is kept, and what people typed stays in its drafts: nobody loses work to an ended session.
onSessionEnded(() => {
  const to = router.state.location.href
  router.navigate({ to: '/auth/login', search: { to } })
})

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

createRoot(container).render(
  <StrictMode>
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        deduplicateInlineStyles
      >
        <PageDirection />
        <RouterProvider router={router} />
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
)
