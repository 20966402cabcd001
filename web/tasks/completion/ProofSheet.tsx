import { ActionIcon, Button, Radio, Textarea } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Effect, effects, isProven, maxProofPhotos } from '#shared/lib/taskFields.ts'
import type { SentTask } from '#shared/tasks/contract.ts'
import { AddButton } from '../../answers/photos/AddButton.tsx'
import styles from '../../answers/photos/PhotoStrip.module.css'
import { drawPicture } from '../../lib/drawPicture.ts'
import { releaseUrl } from '../../lib/objectUrl.ts'
import { useUser } from '../../lib/session/session.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { Drawer } from '../../ui/floatingParts.tsx'
import { PhotoThumb } from '../../ui/PhotoThumb.tsx'
import proofSheetStyles from '../Tasks.module.css'
import { asksWho, completeTasks } from './pendingCompletions.ts'
import { keepProofPhoto, keepProofWords, type ProofPhoto, proofPhotos, proofWords, removeProofPhoto } from './proofs.ts'

/**
 * Asks for proof before a task is done, and on a shared device for the person who did it; the assigner reads it. Notes
 * and photos are stored at once, so that they are there when the sheet was closed, the completion undone, or the phone
 * ended the app while the camera was open.
 */
export function ProofSheet({ sent, onClosed }: { sent: SentTask; onClosed: () => void }) {
  const { t } = useTranslation()
  const userId = useUser()?.id ?? 0
  const [opened, setOpened] = useState(false)
  const [words, setWords] = useState('')
  const [doer, setDoer] = useState<Doer>()
  const [effect, setEffect] = useState<Effect>()
  const [isBusy, setBusy] = useState(false)
  const photos = useProofPhotos(userId, sent.id)
  useEffect(() => setOpened(true), [])
  useEffect(() => {
    void proofWords(userId, sent.id).then(kept => setWords(now => now || kept))
  }, [userId, sent.id])
  const hasWords = words.trim() !== ''
  const isShown = sent.verifies
    ? effect === 'worked' || (effect === 'failed' && hasWords)
    : isProven(sent.proof, words, photos.taken.length)
  const isWrong = effect === 'failed'
  const asksProof = Boolean(sent.proof || sent.verifies)
  const isAnswered = (isShown || !asksProof) && (doer !== undefined || !asksWho(sent))
  const by = doer && doer.user_id !== userId && { by: doer.user_id, by_name: doer.name }

  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClosed}
      position="bottom"
      title={<bdi>{taskTitle(sent)}</bdi>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{
        content: proofSheetStyles.content,
        title: proofSheetStyles.proofSheetTitle,
        body: proofSheetStyles.body,
      }}
    >
      <form
        className={proofSheetStyles.form}
        onSubmit={event => {
          event.preventDefault()
          const note = words.trim()
          const uuids = photos.taken.map(({ uuid }) => uuid)
          const shown = { ...(note && { note }), ...(uuids.length > 0 && { photos: uuids }) }
          completeTasks([sent], { how: 'complete', ...by, ...(effect && { effect }), ...shown })
          setOpened(false)
        }}
      >
        {asksWho(sent) && <WhoQuestion others={sent.others} value={doer} onChange={setDoer} />}
        {sent.verifies && <EffectQuestion verifies={sent.verifies} value={effect} onChange={setEffect} />}
        {asksProof && (
          <>
            <Textarea
              label={sent.verifies ? t(isWrong ? 'tasks.correction.stillWrong' : 'tasks.note') : t('tasks.proofWords')}
              data-autofocus={sent.proof === 'note' || sent.proof === 'any' || undefined}
              maxLength={500}
              autosize
              minRows={2}
              maxRows={6}
              value={words}
              onChange={event => {
                setWords(event.currentTarget.value)
                void keepProofWords(userId, sent.id, event.currentTarget.value)
              }}
            />
            <ProofPhotoPicker photos={photos} isBusy={isBusy} onBusy={setBusy} />
          </>
        )}
        {asksProof && !isShown && (isWrong || !sent.verifies) && (
          <p className={proofSheetStyles.hint}>
            {t(
              isWrong
                ? 'tasks.correction.stillWrongAsked'
                : sent.proof === 'photo'
                  ? 'tasks.proofPhotoAsked'
                  : sent.proof === 'any'
                    ? 'tasks.proofAnyAsked'
                    : 'tasks.proofWordsAsked',
            )}
          </p>
        )}
        <Button type="submit" size="lg" disabled={!isAnswered || isBusy}>
          {t('tasks.complete')}
        </Button>
      </form>
    </Drawer>
  )
}

type Doer = { user_id: number; name: string }

type WhoQuestionProps = { others: readonly Doer[]; value: Doer | undefined; onChange: (doer: Doer) => void }

/** Asks which of its people did what any of them can do; the signed-in person first. */
function WhoQuestion({ others, value, onChange }: WhoQuestionProps) {
  const { t } = useTranslation()
  const me = useUser()
  const people = [...(me ? [{ user_id: me.id, name: me.name }] : []), ...others]
  return (
    <Radio.Group
      label={t('tasks.whoDidIt')}
      value={value ? String(value.user_id) : ''}
      onChange={id => {
        const doer = people.find(({ user_id }) => String(user_id) === id)
        if (doer) onChange(doer)
      }}
    >
      {people.map(({ user_id, name }) => (
        <Radio key={user_id} value={String(user_id)} label={<bdi>{name}</bdi>} mt="xs" size="md" />
      ))}
    </Radio.Group>
  )
}

type EffectQuestionProps = {
  verifies: NonNullable<SentTask['verifies']>
  value: Effect | undefined
  onChange: (effect: Effect) => void
}

/** Shows what was done and by whom, and asks whether it helped. */
function EffectQuestion({ verifies, value, onChange }: EffectQuestionProps) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const { note, done_at, done_by_name } = verifies
  return (
    <>
      <div>
        <strong>{t('tasks.correction.whatWasDone')}</strong>
        <p className={proofSheetStyles.hint}>
          {note && <bdi>{note}</bdi>}
          {note && ' · '}
          {done_by_name && <bdi>{done_by_name}</bdi>}
          {done_at && ` · ${format.date(done_at)}`}
        </p>
      </div>
      <Radio.Group
        label={t('tasks.correction.question')}
        value={value ?? ''}
        onChange={chosen => onChange(chosen === 'worked' ? 'worked' : 'failed')}
      >
        {effects.map(effect => (
          <Radio key={effect} value={effect} label={t(`tasks.correction.${effect}`)} mt="xs" size="md" />
        ))}
      </Radio.Group>
    </>
  )
}

type ProofPhotoPickerProps = { photos: ProofPhotos; isBusy: boolean; onBusy: (isBusy: boolean) => void }

/** Takes photos of what was done, and shows them. */
function ProofPhotoPicker({ photos, isBusy, onBusy }: ProofPhotoPickerProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const [isUnreadable, setUnreadable] = useState(false)
  const room = maxProofPhotos - photos.taken.length

  async function take(files: FileList | null) {
    setUnreadable(false)
    onBusy(true)
    for (const file of [...(files ?? [])].slice(0, room)) await photos.add(file).catch(() => setUnreadable(true))
    onBusy(false)
    if (input.current) input.current.value = ''
  }

  return (
    <>
      {photos.taken.length > 0 && (
        <ul className={styles.strip}>
          {photos.taken.map(({ uuid, url }, index) => (
            <li key={uuid} className={styles.photo}>
              <PhotoThumb src={url} alt={t('filling.photoNumber', { number: index + 1 })} size={88} />
              <ActionIcon
                variant="filled"
                color="dark"
                radius="xl"
                className={styles.remove}
                aria-label={t('filling.removePhoto', { number: index + 1 })}
                onClick={() => photos.remove(uuid)}
              >
                <IconX size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={event => void take(event.currentTarget.files)}
      />
      {room > 0 && (
        <AddButton
          icon={IconCamera}
          isWide
          isBusy={isBusy}
          describedBy={isUnreadable ? problemId : undefined}
          onClick={() => input.current?.click()}
        >
          {t('filling.photo')}
        </AddButton>
      )}
      {isUnreadable && (
        <p id={problemId} className={proofSheetStyles.problem} data-status="attention" role="alert">
          {t('filling.unreadablePhoto')}
        </p>
      )}
    </>
  )
}

type ShownPhoto = { uuid: string; url: string }

type ProofPhotos = {
  taken: readonly ShownPhoto[]
  /** Keeps a picture. Throws where it is none that this device can read. */
  add: (file: File) => Promise<void>
  remove: (uuid: string) => void
}

/** The photos of an occurrence that this device keeps, each with an address to be shown at. */
function useProofPhotos(userId: number, sentId: number): ProofPhotos {
  const [taken, setTaken] = useState<readonly ShownPhoto[]>([])
  /** The addresses of all shown photos; the blob behind one stays in memory until the address is revoked. */
  const urls = useRef(new Map<string, string>())
  useEffect(() => {
    let isOver = false
    void proofPhotos(userId, sentId).then(found => {
      if (isOver) return
      const kept = found.map(photo => shown(photo, urls.current))
      setTaken(now => [...kept, ...now])
    })
    const { current } = urls
    return () => {
      isOver = true
      for (const url of current.values()) releaseUrl(url)
      current.clear()
    }
  }, [userId, sentId])

  return {
    taken,
    async add(file) {
      const stem = file.name.replace(/\.[^.]*$/, '').slice(0, 190) || 'photo'
      const photo = await keepProofPhoto(userId, sentId, `${stem}.jpg`, await drawPicture(file))
      const kept = shown(photo, urls.current)
      setTaken(now => [...now, kept])
    },
    remove(uuid) {
      setTaken(now => now.filter(photo => photo.uuid !== uuid))
      const url = urls.current.get(uuid)
      if (url) releaseUrl(url)
      urls.current.delete(uuid)
      void removeProofPhoto(userId, uuid)
    },
  }
}

function shown({ uuid, bytes, content_type }: ProofPhoto, urls: Map<string, string>): ShownPhoto {
  const url = URL.createObjectURL(new Blob([bytes], { type: content_type }))
  urls.set(uuid, url)
  return { uuid, url }
}
