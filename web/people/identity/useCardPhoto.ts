import { useCallback, useEffect, useRef, useState } from 'react'
import type { CardSide } from '#/domain/people/recognition.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { cardPhotoTexts as texts } from './card-photo.texts.ts'
import { pictureProblem, pictureRule, reducedPicture } from './card-photo.ts'

/** The result of recognising a picture. */
export type CardReading = Pick<OutputOf<typeof api.identity.recognise>, 'fileid' | 'side' | 'quality' | 'warnings' | 'fields'>

/** Uploads a picture by a call other than `getCardInfo`. */
export type SendCard = (file: File, signal: AbortSignal) => Promise<CardReading>

type State =
  | { readonly step: 'empty' | 'preparing' | 'reading' | 'slow' }
  | { readonly step: 'read'; readonly read: CardReading }
  | { readonly step: 'failed'; readonly message: string }

interface Options {
  readonly side: CardSide
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
  const underway = useRef<AbortController | null>(null)
  const latest = useRef({ onRead, send, ticket })
  latest.current = { onRead, send, ticket }

  useEffect(() => () => underway.current?.abort(), [])
  useEffect(() => () => URL.revokeObjectURL(url), [url])

  const start = useCallback(
    async (chosen: File) => {
      underway.current?.abort()
      const control = new AbortController()
      underway.current = control
      const { signal } = control
      setFile(chosen)
      setUrl(URL.createObjectURL(chosen))
      setState({ step: 'preparing' })
      const slow = setTimeout(() => !signal.aborted && setState({ step: 'slow' }), SLOW_MS)
      try {
        const small = await reducedPicture(chosen)
        if (signal.aborted) return
        if (small.size > pictureRule.maxBytes) return setState({ step: 'failed', message: inCurrentLanguage(texts.tooBig) })
        setState({ step: 'reading' })
        const options = latest.current
        const usual = () => api.identity.recognise({ file: small, side, ...(options.ticket ? { ticket: options.ticket } : {}) }, { signal })
        const read = await (options.send ? options.send(small, signal) : usual())
        if (signal.aborted) return
        setState({ step: 'read', read })
        latest.current.onRead(read)
      } catch (failure) {
        if (!signal.aborted)
          setState({ step: 'failed', message: failure instanceof Error && failure.message !== '' ? failure.message : inCurrentLanguage(texts.failed) })
      } finally {
        clearTimeout(slow)
      }
    },
    [side],
  )
  const take = useCallback(
    (chosen: File | undefined) => {
      if (!chosen) return
      const problem = pictureProblem(chosen)
      if (problem === null) return void start(chosen)
      underway.current?.abort()
      setFile(null)
      setUrl('')
      setState({ step: 'failed', message: inCurrentLanguage(texts[problem]) })
    },
    [start],
  )
  const clear = useCallback(() => {
    underway.current?.abort()
    setFile(null)
    setUrl('')
    setState({ step: 'empty' })
  }, [])
  const again = useCallback(() => {
    if (file) void start(file)
  }, [file, start])
  return { state, url, canRetry: file !== null, take, clear, again }
}
