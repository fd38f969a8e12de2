import { useCallback, useEffect, useRef, useState } from 'react'
import type { DocumentImageKind } from '#/domain/people/recognition.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { cardPhotoTexts as texts } from './card-photo.texts.ts'
import { pictureProblem, pictureRule, reducePicture } from './card-photo.ts'

/** The result of recognising a picture. */
export type CardReading = Pick<OutputOf<typeof api.identity.recognise>, 'fileid' | 'side' | 'quality' | 'warnings' | 'fields'>

/** Uploads a picture by a call other than `getCardInfo`. */
export type SendCard = (file: File, signal: AbortSignal) => Promise<CardReading>

type State =
  | { readonly step: 'empty' | 'preparing' | 'reading' | 'slow' }
  | { readonly step: 'read'; readonly read: CardReading }
  | { readonly step: 'failed'; readonly message: string }

interface Options {
  readonly side: DocumentImageKind
  readonly ticket: string | undefined
  readonly send: SendCard | undefined
  readonly onRead: (read: CardReading) => void
}

const SLOW_MS = 8000

/** Scales down, uploads and recognises a chosen picture. A new picture, the user or unmounting cancels the process. */
export function useCardPhoto({ side, ticket, send, onRead }: Options) {
  const [state, setState] = useState<State>({ step: 'empty' })
  const [url, setUrl] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const activeReading = useRef<AbortController | null>(null)
  const latest = useRef({ onRead, send, ticket })
  latest.current = { onRead, send, ticket }

  useEffect(() => () => activeReading.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL(url), [url])

  const startReading = useCallback(
    async (chosen: File) => {
      activeReading.current?.abort()
      const control = new AbortController()
      activeReading.current = control
      const { signal } = control
      setFile(chosen)
      setUrl(URL.createObjectURL(chosen))
      setState({ step: 'preparing' })
      const slowTimer = setTimeout(() => !signal.aborted && setState({ step: 'slow' }), SLOW_MS)
      try {
        const reducedFile = await reducePicture(chosen)
        if (signal.aborted) return
        if (reducedFile.size > pictureRule.maxBytes) return setState({ step: 'failed', message: inCurrentLanguage(texts.tooBig) })
        setState({ step: 'reading' })
        const options = latest.current
        const recogniseCard = () => api.identity.recognise({ file: reducedFile, side, ...(options.ticket ? { ticket: options.ticket } : {}) }, { signal })
        const reading = await (options.send ? options.send(reducedFile, signal) : recogniseCard())
        if (signal.aborted) return
        setState({ step: 'read', read: reading })
        latest.current.onRead(reading)
      } catch (failure) {
        if (!signal.aborted)
          setState({ step: 'failed', message: failure instanceof Error && failure.message !== '' ? failure.message : inCurrentLanguage(texts.failed) })
      } finally {
        clearTimeout(slowTimer)
      }
    },
    [side],
  )
  const readCard = useCallback(
    (chosen: File | undefined) => {
      if (!chosen) return
      const problem = pictureProblem(chosen)
      if (problem === null) return void startReading(chosen)
      activeReading.current?.abort()
      setFile(null)
      setUrl('')
      setState({ step: 'failed', message: inCurrentLanguage(texts[problem]) })
    },
    [startReading],
  )
  const clear = useCallback(() => {
    activeReading.current?.abort()
    setFile(null)
    setUrl('')
    setState({ step: 'empty' })
  }, [])
  const retry = useCallback(() => {
    if (file) void startReading(file)
  }, [file, startReading])
  return { state, url, canRetry: file !== null, take: readCard, clear, again: retry }
}
