import 'react-toastify/ReactToastify.css'
import { useComputedColorScheme, useDirection } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToastContainer } from 'react-toastify/unstyled'
import './Toasts.css'

/** The specification's section 9: top right, 3000 ms, closed by a click, paused by the pointer, draggable. */
export function Toasts() {
  const { t } = useTranslation()
  const { dir } = useDirection()
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
