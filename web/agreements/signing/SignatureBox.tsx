import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type SignaturePad from 'signature_pad'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useRequest } from '#/web/kernel/useRequest.ts'
import { texts } from './texts.ts'

const INK = 'rgb(20, 24, 32)'

const loadPad = () => import('signature_pad')

/** Prefetches the signature library once the document was read. */
export function usePadPrefetch(isRead: boolean): void {
  useEffect(() => {
    if (isRead) loadPad().catch(() => undefined)
  }, [isRead])
}

/** A signature: the image and how it was made; null while the box is empty. */
export interface SignatureInput {
  readonly way: 'drawn' | 'typed'
  readonly image: Blob
}

function toBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Renders a typed name as a signature image. */
async function renderTypedName(name: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = 600
  canvas.height = 200
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = INK
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = `italic ${Math.min(110, 560 / Math.max(3, name.length))}px KaiTi, STKaiti, "Noto Serif CJK SC", serif`
  pen.fillText(name, 300, 100)
  return toBlob(canvas)
}

interface PadProps {
  readonly Library: typeof SignaturePad
  readonly read: RefObject<(() => Promise<Blob | null>) | null>
}

function SignatureCanvas({ Library, read }: PadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad | null>(null)
  useEffect(() => {
    const sheet = canvas.current
    if (!sheet) return
    const drawing = new Library(sheet, { penColor: INK, minWidth: 1.2, maxWidth: 3.4 })
    let width = 0
    // The drawing must survive a resize, because phones resize the window when their address bar hides.
    const refit = () => {
      if (sheet.offsetWidth === 0 || sheet.offsetWidth === width) return
      const factor = width === 0 ? 1 : sheet.offsetWidth / width
      width = sheet.offsetWidth
      const scale = Math.max(1, window.devicePixelRatio || 1)
      sheet.width = width * scale
      sheet.height = sheet.offsetHeight * scale
      sheet.getContext('2d')?.scale(scale, scale)
      const strokes = drawing.toData()
      drawing.clear()
      drawing.fromData(strokes.map((stroke) => ({ ...stroke, points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })) })))
    }
    refit()
    pad.current = drawing
    read.current = async () => (drawing.isEmpty() ? null : toBlob(sheet))
    addEventListener('resize', refit)
    return () => {
      removeEventListener('resize', refit)
      drawing.off()
    }
  }, [Library, read])
  return (
    <div className="g-pad">
      <canvas ref={canvas} aria-label={inCurrentLanguage(texts.signHere)} role="img" />
      <button type="button" className="g-link" onClick={() => pad.current?.clear()}>
        {inCurrentLanguage(texts.clear)}
      </button>
    </div>
  )
}

/** The drawing area, rendered once the signature library has loaded. */
function Drawing({ read }: Pick<PadProps, 'read'>) {
  const library = useRequest('pad', loadPad)
  if (library.answer) return <SignatureCanvas Library={library.answer.default} read={read} />
  return (
    <div className="g-pad">
      <p className="g-sheet g-soft" role="status">
        {library.failure || inCurrentLanguage(texts.loading)}
      </p>
      {library.failure ? (
        <button type="button" className="g-link" onClick={library.retry}>
          {inCurrentLanguage(texts.retry)}
        </button>
      ) : null}
    </div>
  )
}

interface BoxProps {
  /** The name to type. */
  readonly signer: string
  /** Disables typing the name. */
  readonly isByHand: boolean
  readonly read: RefObject<(() => Promise<SignatureInput | null>) | null>
}

/** The signature box: drawn by hand, or typed with the keyboard. */
export function SignatureBox({ signer, isByHand, read }: BoxProps) {
  const id = useId()
  const [way, setWay] = useState<SignatureInput['way']>('drawn')
  const [name, setName] = useState('')
  const readDrawing = useRef<(() => Promise<Blob | null>) | null>(null)
  read.current = async () => {
    const image = way === 'drawn' ? ((await readDrawing.current?.()) ?? null) : name.trim() === signer ? await renderTypedName(signer) : null
    return image ? { way, image } : null
  }
  const isOtherName = name.trim() !== '' && name.trim() !== signer
  return (
    <fieldset className="g-box">
      <legend>{inCurrentLanguage(texts.signHere)}</legend>
      <div className="g-ways">
        {(isByHand ? (['drawn'] as const) : (['drawn', 'typed'] as const)).map((each) => (
          <button key={each} type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
            {inCurrentLanguage(each === 'drawn' ? texts.draw : texts.type)}
          </button>
        ))}
      </div>
      {way === 'drawn' ? (
        <Drawing read={readDrawing} />
      ) : (
        <div className="g-field">
          <label htmlFor={id}>{inCurrentLanguage(texts.typed)}</label>
          <input
            id={id}
            value={name}
            autoComplete="off"
            aria-invalid={isOtherName}
            aria-describedby={`${id}problem`}
            onChange={(event) => setName(event.target.value)}
          />
          <small id={`${id}problem`} className="g-problem">
            {isOtherName ? inCurrentLanguage(texts.otherName) : ''}
          </small>
          <output className="g-typed" aria-hidden="true">
            {isOtherName ? '' : name}
          </output>
        </div>
      )}
    </fieldset>
  )
}
