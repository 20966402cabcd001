import 'react-toastify/ReactToastify.css'
import { useComputedColorScheme, useDirection } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import './Toasts.css'

/** The page's buttons and fields: a toast that covered one would be pressed in its place. */
const pressed = ':is(main, [role="dialog"]) :is(button, input, select, textarea, [role="button"], a[class*="Button"])'
/** Of a toast of two lines, before it is drawn. */
const usualHeight = 72
const property = '--toastify-toast-top'

/** Moves toasts to the first place below the bars where they cover no button; without one they stay at the top. */
function placeToasts() {
  const container = document.querySelector<HTMLElement>('.Toastify__toast-container')
  if (!container) return
  container.style.removeProperty(property)
  const { top: first, left, right, height } = container.getBoundingClientRect()
  const room = Math.max(usualHeight, height)
  const inTheWay = [...document.querySelectorAll(pressed)]
    .map(one => one.getBoundingClientRect())
    .filter(one => one.width > 0 && one.right > left && one.left < right && one.bottom > first)
    .sort((one, other) => one.top - other.top)
  const top = inTheWay.reduce((free, one) => (one.top < free + room ? Math.max(free, one.bottom + 8) : free), first)
  if (top > first && top + room <= window.innerHeight) container.style.setProperty(property, `${top}px`)
}

/** The specification's section 9: top right, 3000 ms, closed by a click, paused by the pointer, draggable. */
export function Toasts() {
  const { t } = useTranslation()
  const { dir } = useDirection()
  useEffect(
    () =>
      toast.onChange(({ status }) => {
        if (status === 'added') requestAnimationFrame(placeToasts)
      }),
    [],
  )
  return (
    <ToastContainer
      position="top-right"
      autoClose={3000}
      closeOnClick
      pauseOnHover
      draggable
      hideProgressBar
      rtl={dir === 'rtl'}
      theme={useComputedColorScheme('light')}
      // The library's own is called so in English alone.
      closeButton={({ closeToast }) => (
        <button
          type="button"
          className="Toastify__close-button"
          aria-label={t('common.close')}
          onClick={event => {
            event.stopPropagation()
            closeToast(true)
          }}
        >
          <IconX size={16} />
        </button>
      )}
    />
  )
}
