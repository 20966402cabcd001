/** Mantine as tend looks: its variables point at the tokens of tokens.css, which hold the colours of both schemes. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import attributes from '@tabler/icons-react/dist/esm/defaultAttributes.mjs'

const orange: MantineColorsTuple = [
  '#fff7ed',
  '#ffedd5',
  '#fed7aa',
  '#fdba74',
  '#fb923c',
  '#f97316',
  '#ea580c',
  '#c2410c',
  '#9a3412',
  '#7c2d12',
]
const stone: MantineColorsTuple = [
  '#fafaf9',
  '#f5f5f4',
  '#e7e5e4',
  '#d6d3d1',
  '#8c8681',
  '#78716c',
  '#57534e',
  '#44403c',
  '#292524',
  '#1c1917',
]
const dark: MantineColorsTuple = [
  '#fafaf9',
  '#d6d3d1',
  '#a8a29e',
  '#8c8681',
  '#78716c',
  '#292524',
  '#1c1917',
  '#151211',
  '#0c0a09',
  '#0c0a09',
]
const red: MantineColorsTuple = [
  '#fef2f2',
  '#fee2e2',
  '#fecaca',
  '#fca5a5',
  '#f87171',
  '#ef4444',
  '#dc2626',
  '#b91c1c',
  '#991b1b',
  '#7f1d1d',
]

/**
 * Filled controls, orange or red, carry white text by day and near-black by night; Mantine alone decides that once for
 * both.
 */
const variantColorResolver: VariantColorsResolver = input => {
  const resolved = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...resolved, color: 'var(--mantine-primary-color-contrast)' } : resolved
}

const family = "'Inter Variable', Vazirmatn, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/**
 * What opens beside something else. Fixed, since one that is laid out in the page widens and moves a phone's page
 * before it has its place.
 */
const list = { shadow: 'md', floatingStrategy: 'fixed' } as const

/** Typed text has the direction of its own script; the field has that of the page. */
export const asWritten = { input: { dir: 'auto' } } as const

export const theme = createTheme({
  colors: { orange, gray: stone, dark, red },
  primaryColor: 'orange',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  black: '#1c1917',
  fontFamily: family,
  headings: {
    fontFamily: family,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { sm: '4px', md: '8px', lg: '12px', xl: '999px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'var(--tend-shadow)', lg: 'var(--tend-shadow)', xl: 'var(--tend-shadow)' },
  /** The specification's 600, 960, 1280, 1920 and 2560 px. */
  breakpoints: { xs: '37.5em', sm: '60em', md: '80em', lg: '120em', xl: '160em' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 44 } },
    NativeSelect: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md', attributes: asWritten } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3, attributes: asWritten } },
    // A list that opened by itself when the keyboard came to its field would lie over all the others.
    Select: { defaultProps: { size: 'md', checkIconPosition: 'right', comboboxProps: list, openOnFocus: false } },
    MultiSelect: { defaultProps: { size: 'md', comboboxProps: list, openOnFocus: false } },
    CloseButton: { defaultProps: { size: 44, iconSize: 20 } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 }, transitionProps: { duration: 160 } } },
    Modal: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 }, transitionProps: { duration: 160 } } },
    Pagination: { defaultProps: { size: 'md', autoContrast: true } },
    Menu: {
      defaultProps: {
        ...list,
        position: 'bottom-end',
        offset: 6,
        withInitialFocusPlaceholder: false,
        // A menu that is higher than the window has room for opens where there is most of it, and scrolls.
        middlewares: { flip: { fallbackStrategy: 'bestFit', padding: 8 }, size: { padding: 8 } },
      },
      styles: { dropdown: { overflowY: 'auto' } },
    },
    Popover: { defaultProps: list },
    Paper: { defaultProps: { withBorder: true } },
    Tooltip: { defaultProps: { openDelay: 400 } },
  },
})

export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-text': 'var(--tend-text)',
    '--mantine-color-body': 'var(--tend-surface)',
    '--mantine-color-bright': 'var(--tend-text)',
    '--mantine-color-dimmed': 'var(--tend-dimmed)',
    '--mantine-color-anchor': 'var(--tend-link)',
    '--mantine-color-error': 'var(--tend-stop)',
    '--mantine-color-success': 'var(--tend-ok)',
    '--mantine-color-placeholder': 'var(--tend-dimmed)',
    '--mantine-color-default': 'var(--tend-surface)',
    '--mantine-color-default-hover': 'var(--tend-sunken)',
    '--mantine-color-default-color': 'var(--tend-text)',
    '--mantine-color-default-border': 'var(--tend-outline)',
    '--mantine-color-disabled': 'var(--tend-sunken)',
    '--mantine-color-disabled-border': 'var(--tend-line)',
  }
  return {
    variables: {},
    light: { ...both, '--mantine-primary-color-contrast': '#ffffff', '--mantine-color-gray-light-color': '#57534e' },
    dark: { ...both, '--mantine-primary-color-contrast': '#0c0a09' },
  }
}

// An icon is decoration: who listens hears the words beside it. Alone it has a name
// (`aria-label`), and `aria-hidden={false}`.

for (const ofKind of Object.values(attributes)) ofKind['aria-hidden'] = true
